// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the images of the recorded program hold when it starts: texts, and variables with
// initialisers. A recording does not have their bytes unless they differ later; its symbols have
// texts that are printable.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "against/recorded_image.h"
#include "testgen/script.h"

namespace cutaway {

class Constants {
 public:
  explicit Constants(const Script& script) : script_(script) {}
  // The text that starts at an encoded address, without the zero at its end. Empty if there is
  // none, or if the file is gone or another one.
  std::string text(uint64_t address);
  // The variable at an encoded address, from there to its end, `most` bytes at most; what is 0 in
  // it is left out. Nothing if there is none.
  std::vector<OutsideWrite> variable(uint64_t address, uint64_t most);

 private:
  const ElfImage* image_of(ModuleId id);
  const RecordedImage* content_of(ModuleId id);

  const Script& script_;
  std::map<ModuleId, std::optional<ElfImage>> images_;
  std::map<ModuleId, std::optional<RecordedImage>> contents_;
};

}  // namespace cutaway
