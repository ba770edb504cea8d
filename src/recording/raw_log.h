// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the raw log of the recorder a piece at a time: logs may be larger than memory.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "abi/recording_format.h"
#include "base/file.h"
#include "base/result.h"
#include "recording/raw_events.h"

namespace cutaway {

class RawLogReader {
 public:
  static Result<RawLogReader> open(const std::string& path);

  const CutawayRawHeader& header() const { return header_; }
  // The words of the next event, valid until the next call; empty at the end of the stream.
  // Fails at an event that cannot be measured; what came before it is good.
  Result<std::span<const uint64_t>> next();
  // Bytes of the log whose events were handed out.
  uint64_t stream_bytes() const { return stream_bytes_; }

 private:
  // A stretch of the file.
  struct Part {
    uint64_t offset;
    uint64_t end;
  };

  RawLogReader(UniqueFd fd, std::string path) : fd_(std::move(fd)), path_(std::move(path)) {}
  Status find_parts(uint64_t file_bytes);
  Status refill();

  UniqueFd fd_;
  std::string path_;
  CutawayRawHeader header_{};
  std::vector<Part> parts_;  // still to be read
  std::vector<std::byte> buffer_;
  size_t position_ = 0;  // in buffer_
  RawEvents events_;
  std::vector<uint64_t> expanded_;
  size_t taken_ = 0;  // of expanded_
  uint64_t stream_bytes_ = 0;
};

// The header of a raw log, padded to k_raw_header_bytes.
std::vector<std::byte> raw_log_header(bool verify, uint64_t pid);

}  // namespace cutaway
