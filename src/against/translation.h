// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stream of a recording for another build of its program.
//
// Each woven module becomes two: the changed one, which is loaded, and the recorded one, which is
// not and keeps its recorded addresses. Image addresses go to the changed module by name; what has
// no name there (texts, things that are gone) stays in the recorded one, whose constants the first
// segment writes. Functions are found by linkage name and signature; call sites have no
// counterpart, the runtime knows them by what they call (runtime/shrink/against.h).
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "against/recorded_image.h"
#include "base/file.h"
#include "recording/ids.h"
#include "recording/signature.h"

namespace cutaway {

// A recorded module and what takes its place.
struct ChangedModule {
  ModuleId recorded{};
  std::string path;  // of the changed one; empty: it is not there
  std::optional<RecordedImage> image;
};

struct GoneFunction {
  std::string name;  // linkage name
  std::string place;
  std::string why;
  uint64_t incalls = 0;
};

struct Translation {
  UniqueFd log;                            // raw, for the runtime
  std::vector<bool> can_run;               // by incall
  std::vector<std::string> functions;      // linkage name, by incall
  std::vector<GoneFunction> gone;          // that the recording calls
  std::map<ModuleId, std::string> loaded;  // modules of the new stream, for names of frames
};

// `log` is a raw log.
Result<Translation> translate(const std::string& log, std::vector<ChangedModule> modules);

}  // namespace cutaway
