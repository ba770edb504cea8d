// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Packs the raw log of a recorder into a recording. Streams: memory does not grow with the log.
#pragma once
#include <functional>
#include <string>

#include "base/file.h"
#include "recording/run_info.h"
#include "recording/stream_end.h"
#include "recording/stream_validator.h"

namespace cutaway {

struct PackSummary {
  StreamCounts counts;
  StreamEnd end;
  uint64_t raw_bytes = 0;
  uint64_t packed_bytes = 0;
  // Why the rest of the log was left out: an event that makes no sense, a bug of the recorder.
  // Empty if all was packed.
  std::string left_out;
};

// Told now and then how many bytes of the log are packed.
using PackProgress = std::function<void(uint64_t raw_bytes)>;

// Writes a whole recording to `fd`; `name` is for messages. `info.verify` is taken from the log.
Result<PackSummary> pack(const std::string& raw_path, RunInfo info, int fd, const std::string& name,
                         const PackProgress& progress = {});

}  // namespace cutaway
