// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether a program can be recorded, and if not, why and what to do.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "recording/elf_image.h"

namespace cutaway {

struct WovenFile {
  std::string path;
  WovenTables tables;
};

struct ProgramFacts {
  std::string path;
  std::vector<WovenFile> woven;   // the program itself and libraries it is linked to
  std::vector<std::string> plan;  // patterns of all of them
  uint64_t function_count = 0;
};

// Fails if `image` is static or not position independent.
Status check_loadable(const ElfImage& image);
// Fails if a program with AddressSanitizer is asked for what cannot be recorded; `options` is the
// text of ASAN_OPTIONS.
Status check_asan_options(const ElfImage& image, std::string_view options);
// All woven parts of a program that passed check_loadable.
Result<ProgramFacts> find_woven_parts(const ElfImage& image, const std::string& library_path);
// Fails if nothing is woven, by another version, or no function matched the patterns.
Status check_woven(const ElfImage& image, const ProgramFacts& facts);

}  // namespace cutaway
