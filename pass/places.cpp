// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "places.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

namespace cutaway {

using namespace llvm;

std::string path_of(const Function& function) {
  SmallString<256> path;
  if (const DISubprogram* subprogram = function.getSubprogram()) {
    path = subprogram->getFilename();
    if (!sys::path::is_absolute(path)) {
      path = subprogram->getDirectory();
      sys::path::append(path, subprogram->getFilename());
    }
  } else {
    path = function.getParent()->getSourceFileName();
  }
  sys::path::remove_dots(path, true);
  return path.str().str();
}

bool is_from_header(const Function& function) {
  const DISubprogram* subprogram = function.getSubprogram();
  if (!subprogram) return !function.hasLocalLinkage() && function.isDiscardableIfUnused();
  const DICompileUnit* unit = subprogram->getUnit();
  return unit && subprogram->getFile() != unit->getFile() &&
         subprogram->getFilename() != unit->getFilename();
}

}  // namespace cutaway
