// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads a recording event by event, every one validated.
#pragma once
#include <optional>
#include <string>

#include "recording/packed_file.h"
#include "recording/run_info.h"
#include "recording/stream_end.h"
#include "recording/stream_validator.h"
#include "recording/symbols.h"

namespace cutaway {

class RecordingReader {
 public:
  static Result<RecordingReader> open(const std::string& path);
  static Result<RecordingReader> open(std::unique_ptr<ByteSource> source, std::string name);

  const std::string& name() const { return file_.name(); }
  uint64_t file_bytes() const { return file_.size(); }
  const RunInfo& info() const { return info_; }
  const SymbolTable& symbols() const { return symbols_; }
  // The chunk that they come from, which may hold more.
  Result<std::string> read_symbols_text() const;
  // "file.cc:12" of the failure, as the packer found it; empty if unknown.
  const std::string& failure_location() const { return failure_location_; }
  // Why the packer left out the end of the log; empty if it did not.
  const std::string& left_out() const { return left_out_; }

  // The next event, valid until the call after; nothing at the end or where the damage starts.
  // Fails at an event that makes no sense: such a file was tampered with.
  Result<std::optional<Event>> next();
  // Words of the event that was returned last.
  std::span<const uint64_t> words() const { return current_; }
  // After that event.
  const StreamValidator& state() const { return validator_; }
  const StreamEnd& end() const { return end_; }
  // Where the usable part ends early. Known for sure when next() has returned nothing.
  const std::optional<Damage>& truncated_at() const { return damage_; }

 private:
  explicit RecordingReader(PackedFileReader file)
      : file_(std::move(file)), damage_(file_.damage()) {}
  Status read_texts();
  bool load_next_chunk();
  Error at_event(const Error& error) const;

  PackedFileReader file_;
  RunInfo info_;
  SymbolTable symbols_;
  std::string failure_location_;
  std::string left_out_;
  StreamValidator validator_;
  StreamEnd end_;
  std::optional<Damage> damage_;
  size_t next_chunk_ = 0;
  std::vector<uint64_t> chunk_;
  size_t position_ = 0;
  std::span<const uint64_t> current_;
};

struct UnpackSummary {
  StreamCounts counts;
  StreamEnd end;
  std::optional<Damage> damage;
  std::vector<Module> modules;
};

// Writes the stream to `fd` as the raw log that the in-process replayer reads. A damaged
// recording ends in a `truncated` event.
Result<UnpackSummary> unpack(RecordingReader& reader, int fd);

}  // namespace cutaway
