// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C++ literals.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace cutaway {

// "..." with escapes, in pieces where an escape would swallow what follows.
std::string string_literal(std::string_view text);
std::string char_literal(char c);
// `size` bytes of `value`. Numbers that are masks are written in hexadecimal.
std::string signed_literal(uint64_t value, uint64_t size);
std::string unsigned_literal(uint64_t value, uint64_t size);
// Finite numbers only; others come as expressions of std::numeric_limits.
std::string float_literal(float value);
std::string double_literal(double value);

bool is_text(std::string_view text);
// "search_tree" -> "SearchTree"; characters that no name has are left out.
std::string camel_case(std::string_view name);
// "SearchTree" -> "search_tree".
std::string snake_case(std::string_view name);

}  // namespace cutaway
