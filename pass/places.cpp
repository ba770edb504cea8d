// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "places.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

namespace cutaway {

using namespace llvm;

namespace {

// Clang writes a file below the working folder as relative, but not the name it was given.
std::string full_path(StringRef name, StringRef folder) {
  SmallString<256> path = name;
  if (!sys::path::is_absolute(path)) {
    path = folder;
    sys::path::append(path, name);
  }
  sys::path::remove_dots(path, true);
  return path.str().str();
}

}  // namespace

std::string path_of(const Function& function) {
  if (const DISubprogram* subprogram = function.getSubprogram())
    return full_path(subprogram->getFilename(), subprogram->getDirectory());
  return full_path(function.getParent()->getSourceFileName(), "");
}

bool is_from_header(const Function& function) {
  const DISubprogram* subprogram = function.getSubprogram();
  if (!subprogram) return !function.hasLocalLinkage() && function.isDiscardableIfUnused();
  const DICompileUnit* unit = subprogram->getUnit();
  return unit && subprogram->getFile() != unit->getFile() &&
         path_of(function) != full_path(unit->getFilename(), unit->getDirectory());
}

bool is_from_system_header(const Function& function) {
  if (!is_from_header(function)) return false;
  const std::string path = path_of(function);
  const auto is_below = [&](StringRef folder) { return StringRef(path).starts_with(folder); };
  return is_below("/usr/include/") || is_below("/usr/lib/") || is_below("/usr/local/include/");
}

}  // namespace cutaway
