// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names and lines of code addresses, inlined frames included, from the debug information of
// modules.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "failure/failure.h"
#include "recording/values.h"

namespace cutaway {

class StackNames {
 public:
  StackNames();
  StackNames(StackNames&&) noexcept;
  ~StackNames();

  void add_module(ModuleId id, const std::string& path);
  // Frames of one address, innermost first.
  const std::vector<Frame>& frames_at(EncodedAddress address);

 private:
  struct Symbolizer;
  std::unique_ptr<Symbolizer> symbolizer_;
  std::map<ModuleId, std::string> paths_;
  std::map<uint64_t, std::vector<Frame>> known_;
};

}  // namespace cutaway
