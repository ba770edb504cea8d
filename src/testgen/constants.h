// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texts in the images of the recorded program that nobody can write. A recording does not have their
// bytes, since they never differ; its symbols have those that are printable.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "recording/elf_image.h"
#include "testgen/script.h"

namespace cutaway {

class Constants {
 public:
  explicit Constants(const Script& script) : script_(script) {}
  // The text that starts at an encoded address, without the zero at its end. Empty if there is none,
  // or if the file is gone or another one.
  std::string text(uint64_t address);

 private:
  const ElfImage* image_of(ModuleId id);

  const Script& script_;
  std::map<ModuleId, std::optional<ElfImage>> images_;
};

}  // namespace cutaway
