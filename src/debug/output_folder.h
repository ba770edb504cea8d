// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The folder that `cutaway debug` writes. What an earlier run left there is kept aside until a new
// result stands in its place: a failing run that cannot be had again must not be lost to a typo.
#pragma once
#include <string>

#include "base/result.h"

namespace cutaway {

class OutputFolder {
 public:
  // Fails if there is something that may not be replaced, or that `cutaway debug` did not write.
  // `recording` is what will be debugged, if it is there already; as `path`/run it stays in place.
  static Result<OutputFolder> prepare(const std::string& path, bool may_replace,
                                      const std::string& recording);

  OutputFolder(OutputFolder&& other) noexcept;
  OutputFolder& operator=(OutputFolder&&) = delete;
  // Unless keep() was called, all is as it was before.
  ~OutputFolder();

  // What stands in the folder now replaces what was there.
  void keep();

 private:
  OutputFolder() = default;

  std::string path_;
  std::string aside_;  // what was there; empty: nothing was
  bool has_run_in_place_ = false;
  bool is_new_ = false;
  bool is_open_ = false;  // neither kept nor given back
};

}  // namespace cutaway
