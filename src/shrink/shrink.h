// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shrinks a failing recording to the incalls, the outside memory and the values that the failure
// needs.
#pragma once
#include <functional>
#include <string>

#include "shrink/oracle.h"

namespace cutaway {

struct ShrinkOptions {
  ReplayOptions replay;
  OracleOptions limits;
  bool slices = true;
  bool shrinks_calls = true;
  bool shrinks_state = true;
  bool simplifies_values = true;
  bool leaves_out_unread = false;  // of the outside memory what no call that is left reads
  // Called when it goes on, with the number of calls that are left.
  std::function<void(const char* step, size_t calls)> progress;
};

struct Shrunk {
  Failure failure;
  uint64_t calls_before = 0;
  uint64_t calls_sliced = 0;
  uint64_t calls_after = 0;
  uint64_t state_bytes_before = 0;  // of outside memory that the calls which are left read
  uint64_t state_bytes_after = 0;   // of these, what the failure needs: the others can be 0
  uint64_t values_simplified = 0;   // arguments, texts
  uint64_t tests = 0;
  double seconds = 0;
  bool is_minimal = false;  // no single call can be left out
  bool is_traced = false;   // false: undefined reads could not be told
};

// Writes the smallest part found that fails like the whole to `output`. Fails with NotReproduced if
// the recording does not fail when it is replayed. The same recording and options give the same
// result for any number of jobs, unless a limit of time ends it.
Result<Shrunk> shrink(const std::string& recording, const std::string& output, bool may_replace,
                      const ShrinkOptions& options);

}  // namespace cutaway
