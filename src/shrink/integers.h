// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The simplest integer that has a property which is not known but can be asked for.
#pragma once
#include <functional>
#include <optional>
#include <vector>

namespace cutaway {

using Integer = __int128;  // holds those of 64 bits with and without sign

// The first of the integers that has the property; nothing if none has.
using FindInteger = std::function<std::optional<size_t>(const std::vector<Integer>& integers)>;

// `value` has the property. 0 is simplest, then 1, then what is nearer to 0. Only a negative
// `value` becomes another negative one: a count of -1 would fail for reasons of its own.
Integer simplest_integer(Integer value, const FindInteger& find);

}  // namespace cutaway
