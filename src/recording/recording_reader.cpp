// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/recording_reader.h"

#include <fmt/format.h>

#include <cstring>

#include "recording/json.h"
#include "recording/raw_log.h"

namespace cutaway {

Result<RecordingReader> RecordingReader::open(const std::string& path) {
  CUTAWAY_ASSIGN(auto source, open_source(path));
  return open(std::move(source), path);
}

Result<RecordingReader> RecordingReader::open(std::unique_ptr<ByteSource> source,
                                              std::string name) {
  CUTAWAY_ASSIGN(PackedFileReader file, PackedFileReader::open(std::move(source), std::move(name)));
  RecordingReader reader(std::move(file));
  if (auto read = reader.read_texts(); !read) {
    return user_fault(reader.name(), "recording is damaged: " + read.error().message);
  }
  return reader;
}

Status RecordingReader::read_texts() {
  CUTAWAY_ASSIGN(std::string info, file_.read_text(*file_.find_chunk(k_chunk_info)));
  CUTAWAY_ASSIGN(info_, parse_run_info(info));
  if (const Chunk* chunk = file_.find_chunk(k_chunk_symbols)) {
    CUTAWAY_ASSIGN(std::string symbols, file_.read_text(*chunk));
    CUTAWAY_ASSIGN(symbols_, SymbolTable::parse(symbols));
  }
  if (const Chunk* chunk = file_.find_chunk(k_chunk_index)) {
    CUTAWAY_ASSIGN(std::string text, file_.read_text(*chunk));
    Json index = Json::parse(text, nullptr, false);
    if (!index.is_object()) return user_fault("", "index is no JSON object");
    left_out_ = get_text(index, "left_out");
    if (index.contains("end") && index["end"].is_object())
      failure_location_ = get_text(index["end"], "location");
  }
  return Ok{};
}

Result<std::string> RecordingReader::read_symbols_text() const {
  const Chunk* chunk = file_.find_chunk(k_chunk_symbols);
  return chunk != nullptr ? file_.read_text(*chunk) : std::string();
}

bool RecordingReader::load_next_chunk() {
  while (next_chunk_ < file_.chunks().size()) {
    const Chunk& chunk = file_.chunks()[next_chunk_++];
    if (chunk.header.kind != k_chunk_events) continue;
    auto words = file_.read_words(chunk);
    if (!words) {
      damage_ = Damage{chunk.offset, words.error().message};
      next_chunk_ = file_.chunks().size();
      return false;
    }
    chunk_ = std::move(*words);
    position_ = 0;
    if (!chunk_.empty()) return true;
  }
  return false;
}

Error RecordingReader::at_event(const Error& error) const {
  return user_fault(
      name(),
      fmt::format("invalid recording: event {}: {}", validator_.counts().events, error.message),
      "record again: this file was not written by `cutaway record`");
}

Result<std::optional<Event>> RecordingReader::next() {
  if (position_ == chunk_.size() && !load_next_chunk()) return std::optional<Event>();
  std::span<const uint64_t> rest = std::span(chunk_).subspan(position_);
  auto length = measure_event(rest);
  if (!length) return at_event(length.error());
  if (*length == 0) return at_event(user_fault("", "zero word within the stream"));
  current_ = rest.first(*length);
  auto event = decode_event(current_);
  if (!event) return at_event(event.error());
  if (auto accepted = validator_.accept(*event); !accepted) return at_event(accepted.error());
  note_end(*event, &end_);
  position_ += *length;
  return std::optional<Event>(std::move(*event));
}

namespace {

// A `truncated` event that says where the damage starts.
std::vector<uint64_t> damage_event(const Damage& damage) {
  std::string text =
      fmt::format("recording is damaged from byte {} on: {}", damage.offset, damage.what);
  std::vector<uint64_t> words(1 + text.size() / 8 + 1);
  words[0] = event_word(k_event_truncated, words.size() - 1, k_truncated_unsupported);
  std::memcpy(&words[1], text.data(), text.size());
  return words;
}

}  // namespace

Result<UnpackSummary> unpack(RecordingReader& reader, int fd) {
  constexpr size_t k_block_words = size_t{1} << 17;
  const std::string name = "unpacked " + reader.name();
  CUTAWAY_TRY(write_all(fd, raw_log_header(reader.info().verify, 0), name));
  std::vector<uint64_t> block;
  while (true) {
    CUTAWAY_ASSIGN(std::optional<Event> event, reader.next());
    if (!event) break;
    block.insert(block.end(), reader.words().begin(), reader.words().end());
    if (block.size() < k_block_words) continue;
    CUTAWAY_TRY(write_all(fd, std::as_bytes(std::span(block)), name));
    block.clear();
  }
  if (reader.truncated_at() && !reader.state().has_ended()) {
    for (uint64_t word : damage_event(*reader.truncated_at())) block.push_back(word);
  }
  block.push_back(0);
  CUTAWAY_TRY(write_all(fd, std::as_bytes(std::span(block)), name));
  return UnpackSummary{reader.state().counts(), reader.end(), reader.truncated_at(),
                       reader.state().tables().modules()};
}

}  // namespace cutaway
