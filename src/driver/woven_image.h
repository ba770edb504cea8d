// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looks into a linked ELF file: is it woven, what does it define, what does it need.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace cutaway::driver {

struct ImageFacts {
  bool is_woven = false;                  // has the note that runtimes look for
  bool is_executable = false;             // names a program interpreter, or has a fixed address
  std::vector<std::string> functions;     // linkage names of functions it defines
  std::vector<std::string> source_files;  // base names
};

// Nothing if `path` is not a readable ELF file for x86-64. Never trusts an offset in it.
std::optional<ImageFacts> read_image(const std::string& path);

}  // namespace cutaway::driver
