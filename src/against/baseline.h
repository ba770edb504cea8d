// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A recording as the recorded program itself runs it: how it fails, and its stream without what
// functions of libraries do by themselves, because changed code may have them do something else.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "failure/failure.h"
#include "recording/recording_reader.h"
#include "shrink/incalls.h"
#include "shrink/test_server.h"

namespace cutaway {

struct Baseline {
  std::unique_ptr<TestServer> server;  // the log lives as long as it does
  std::string log;                     // raw
  UniqueFd unpacked;                   // the same without a server
  Failure failure;                     // kind None: it does not fail
  bool has_live_functions = false;
  bool has_live_numbers = false;
  // What the log does not tell of its blocks (abi/shrink.h); nothing: it is whole.
  std::optional<std::vector<CutawayRelease>> releases;
  uint64_t used_us = 0;  // processor time of a run; 0: not known
  std::string note;      // what could not be found out; empty: nothing
};

// Runs the recorded program if it is there; else what the recording says of itself must do.
Result<Baseline> make_baseline(const std::string& recording, const IncallTree& tree,
                               const ReplayOptions& options);

}  // namespace cutaway
