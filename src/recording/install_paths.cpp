// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/install_paths.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/text.h"

namespace cutaway {

std::string library_folder() {
  const char* configured = ::getenv("CUTAWAY_LIBDIR");
  if (configured != nullptr && *configured != 0) return real_path(configured);
  return real_path(tool_directory() + "/../lib/cutaway");
}

Result<std::string> find_library(const std::string& name) {
  std::string path = library_folder() + "/" + name;
  if (!is_file(path)) {
    return user_fault(path, "part of cutaway is missing",
                      "install cutaway again, or set CUTAWAY_LIBDIR to its lib/cutaway");
  }
  return path;
}

Result<std::string> preload_list(const std::vector<std::string>& libraries) {
  for (const std::string& library : libraries) {
    if (library.find_first_of(": \t\n") == std::string::npos) continue;
    return user_fault(library, "cannot be preloaded: its path holds a space or a colon",
                      "move it to another folder");
  }
  return join(libraries, ":");
}

}  // namespace cutaway
