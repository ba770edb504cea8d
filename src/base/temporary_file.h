// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The name of a file that is there for a while.
#pragma once
#include <unistd.h>

#include <string>

namespace cutaway {

// Whoever wants the file creates it; it is removed at the end, if it is there.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string path) : path_(std::move(path)) {}
  ~TemporaryFile() { ::unlink(path_.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace cutaway
