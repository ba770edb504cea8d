// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks that stay on in release builds. A failed check is a bug of ours: exit code 70.
#pragma once
#include <fmt/format.h>

#include <string>
#include <string_view>

namespace cutaway {

[[noreturn]] void check_failed(std::string_view condition, std::string_view values,
                               const char* file, int line);

}  // namespace cutaway

#define CUTAWAY_CHECK_TRUE(condition)                                              \
  do {                                                                             \
    if (!(condition)) ::cutaway::check_failed(#condition, "", __FILE__, __LINE__); \
  } while (false)

// CUTAWAY_CHECK(a, ==, b) prints both values when it fails.
#define CUTAWAY_CHECK(a, op, b)                                                              \
  do {                                                                                       \
    const auto& check_a = (a);                                                               \
    const auto& check_b = (b);                                                               \
    if (!(check_a op check_b))                                                               \
      ::cutaway::check_failed(#a " " #op " " #b, fmt::format("{} and {}", check_a, check_b), \
                              __FILE__, __LINE__);                                           \
  } while (false)
