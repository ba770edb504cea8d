// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Outcalls that read the text of their first argument, which the recorder checks before them
// (abi/known_functions.inc). What the inside finds there after them was there before them, too.
#pragma once
#include <string_view>

namespace cutaway {

// strtol() and the like: they write nothing but errno and one pointer, by their second argument.
bool reads_number(std::string_view callee);
// All of them.
bool reads_text(std::string_view callee);

}  // namespace cutaway
