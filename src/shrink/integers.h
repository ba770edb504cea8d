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

// `value` has the property. 0 is simplest, then 1, then -1 if it `may_be_negative`, then what is
// nearer to 0 with the sign of `value`.
Integer simplest_integer(Integer value, bool may_be_negative, const FindInteger& find);

}  // namespace cutaway
