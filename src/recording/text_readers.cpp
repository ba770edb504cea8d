// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/text_readers.h"

#include <algorithm>
#include <array>

namespace cutaway {
namespace {

constexpr auto k_number_readers = std::to_array<std::string_view>({
#define CUTAWAY_READS_NUMBER(name, how) #name,
#include "abi/known_functions.inc"
});
constexpr auto k_other_readers = std::to_array<std::string_view>({
#define CUTAWAY_READS_TEXT(name, how) #name,
#include "abi/known_functions.inc"
});

}  // namespace

bool reads_number(std::string_view callee) {
  return std::ranges::find(k_number_readers, callee) != k_number_readers.end();
}

bool reads_text(std::string_view callee) {
  return reads_number(callee) ||
         std::ranges::find(k_other_readers, callee) != k_other_readers.end();
}

}  // namespace cutaway
