// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/packer.h"

#include <fmt/format.h>

#include "recording/json.h"
#include "recording/packed_file.h"
#include "recording/raw_log.h"
#include "recording/symbols.h"

namespace cutaway {
namespace {

constexpr size_t k_chunk_words = (size_t{1} << 20) / sizeof(uint64_t);

class Packer {
 public:
  Packer(RawLogReader& log, PackedFileWriter& writer, const PackProgress& progress)
      : log_(log), writer_(writer), progress_(progress) {}

  Result<PackSummary> run() {
    CUTAWAY_TRY(copy_events());
    CUTAWAY_TRY(flush());
    locate_failure();
    CUTAWAY_TRY(writer_.add_chunk(k_chunk_symbols, symbols_.take_table().to_json_text()));
    CUTAWAY_TRY(writer_.add_chunk(k_chunk_index, index_text()));
    CUTAWAY_TRY(writer_.finish());
    summary_.counts = validator_.counts();
    summary_.raw_bytes = log_.stream_bytes();
    summary_.packed_bytes = writer_.bytes_written();
    return std::move(summary_);
  }

 private:
  // Stops at the end of the stream or at the first event that makes no sense.
  Status copy_events() {
    while (true) {
      auto words = log_.next();
      if (!words) return leave_out(words.error());
      if (words->empty()) return Ok{};
      auto event = decode_event(*words);
      if (!event) return leave_out(event.error());
      uint64_t incalls_before = validator_.counts().incalls;
      uint64_t events_before = validator_.counts().events;
      if (auto accepted = validator_.accept(*event); !accepted) return leave_out(accepted.error());
      symbols_.collect(*event, validator_.tables());
      note_end(*event, &summary_.end);
      if (chunk_.size() + words->size() > k_chunk_words) CUTAWAY_TRY(flush());
      if (chunk_.empty()) {
        chunks_.push_back({{"offset", writer_.bytes_written()},
                           {"first_event", events_before},
                           {"first_incall", incalls_before + 1}});
      }
      chunk_.insert(chunk_.end(), words->begin(), words->end());
    }
  }

  Status leave_out(const Error& why) {
    summary_.left_out = fmt::format("event {}: {}", validator_.counts().events, why.message);
    return Ok{};
  }

  Status flush() {
    if (chunk_.empty()) return Ok{};
    CUTAWAY_TRY(writer_.add_chunk(k_chunk_events, std::as_bytes(std::span(chunk_))));
    chunk_.clear();
    if (progress_) progress_(log_.stream_bytes());
    return Ok{};
  }

  void locate_failure() {
    StreamEnd& end = summary_.end;
    const Module* module =
        end.kind == EndKind::Failure ? validator_.tables().find(end.pc.module()) : nullptr;
    if (module != nullptr) end.location = find_source_line(module->path, end.pc.offset());
  }

  std::string index_text() const {
    const StreamCounts& counts = validator_.counts();
    Json json = {{"chunks", chunks_},
                 {"counts",
                  {{"events", counts.events},
                   {"incalls", counts.incalls},
                   {"outcalls", counts.outcalls},
                   {"patches", counts.patches},
                   {"patched_bytes", counts.patched_bytes},
                   {"threads", counts.threads}}},
                 {"end", to_json(summary_.end)},
                 {"left_out", summary_.left_out}};
    return to_line(json);
  }

  RawLogReader& log_;
  PackedFileWriter& writer_;
  const PackProgress& progress_;
  StreamValidator validator_;
  SymbolCollector symbols_;
  std::vector<uint64_t> chunk_;
  Json chunks_ = Json::array();
  PackSummary summary_;
};

}  // namespace

Result<PackSummary> pack(const std::string& raw_path, RunInfo info, int fd, const std::string& name,
                         const PackProgress& progress) {
  CUTAWAY_ASSIGN(RawLogReader log, RawLogReader::open(raw_path));
  info.verify = log.header().verify != 0;
  CUTAWAY_ASSIGN(PackedFileWriter writer, PackedFileWriter::create(fd, name));
  CUTAWAY_TRY(writer.add_chunk(k_chunk_info, to_json_text(info)));
  return Packer(log, writer, progress).run();
}

}  // namespace cutaway
