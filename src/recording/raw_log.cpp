// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/raw_log.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "recording/event.h"

namespace cutaway {
namespace {

constexpr char k_magic[8] = {'C', 'U', 'T', 'R', 'A', 'W', 0, 0};
constexpr size_t k_buffer_bytes = 2 * k_max_event_bytes;

}  // namespace

Result<RawLogReader> RawLogReader::open(const std::string& path) {
  CUTAWAY_ASSIGN(UniqueFd fd, open_file(path, O_RDONLY));
  CUTAWAY_ASSIGN(uint64_t size, file_size(fd.get(), path));
  RawLogReader reader(std::move(fd), path);
  auto header_bytes = std::as_writable_bytes(std::span(&reader.header_, 1));
  CUTAWAY_ASSIGN(size_t count, read_at(reader.fd_.get(), header_bytes, 0, path));
  if (count != header_bytes.size() ||
      std::memcmp(reader.header_.magic, k_magic, sizeof k_magic) != 0) {
    return user_fault(path, fmt::format("not a raw log of {} bytes", size));
  }
  uint32_t expected = reader.header_.window_bytes == 0 ? k_format_version : k_raw_version;
  if (reader.header_.version != expected) {
    return user_fault(path, fmt::format("raw log format {} is not the one of this tool ({})",
                                        reader.header_.version, expected));
  }
  CUTAWAY_TRY(reader.find_parts(size));
  return reader;
}

// What has left the window, and the window unless it is empty.
Status RawLogReader::find_parts(uint64_t file_bytes) {
  uint64_t window_bytes = header_.window_bytes;
  if (window_bytes == 0) {
    parts_ = {{k_raw_header_bytes, file_bytes}};
    return Ok{};
  }
  if (window_bytes > UINT32_MAX || header_.flushed > file_bytes) {
    return user_fault(path_, "the header of the raw log is damaged");
  }
  uint64_t stream = k_raw_header_bytes + window_bytes;
  uint64_t first_word = 0;
  auto bytes = std::as_writable_bytes(std::span(&first_word, 1));
  CUTAWAY_TRY(read_at(fd_.get(), bytes, k_raw_header_bytes, path_));
  bool is_window_empty = first_word == 0;
  uint64_t flushed_end = is_window_empty ? file_bytes : stream + header_.flushed;
  if (flushed_end > stream) parts_.push_back({stream, std::min(flushed_end, file_bytes)});
  if (!is_window_empty) parts_.push_back({k_raw_header_bytes, std::min(stream, file_bytes)});
  return Ok{};
}

Status RawLogReader::refill() {
  buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<ptrdiff_t>(position_));
  position_ = 0;
  while (!parts_.empty() && buffer_.size() < k_buffer_bytes) {
    Part& part = parts_.front();
    size_t kept = buffer_.size();
    size_t wanted = std::min<uint64_t>(part.end - part.offset, k_buffer_bytes - kept);
    buffer_.resize(kept + wanted);
    CUTAWAY_ASSIGN(size_t count,
                   read_at(fd_.get(), std::span(buffer_).subspan(kept), part.offset, path_));
    buffer_.resize(kept + count);
    part.offset += count;
    if (count < wanted || part.offset == part.end) parts_.erase(parts_.begin());
  }
  return Ok{};
}

Result<std::span<const uint64_t>> RawLogReader::next() {
  if (taken_ == expanded_.size()) {
    if (buffer_.size() - position_ < k_max_event_bytes && !parts_.empty()) CUTAWAY_TRY(refill());
    taken_ = 0;
    CUTAWAY_ASSIGN(size_t used, events_.expand(std::span(buffer_).subspan(position_), &expanded_));
    if (expanded_.empty()) {
      CUTAWAY_TRY(events_.expand_waiting(header_, &expanded_));
      header_.waiting = 0;
      used = 0;
    }
    if (expanded_.empty()) return std::span<const uint64_t>();
    position_ += used;
    stream_bytes_ += used;
  }
  auto rest = std::span<const uint64_t>(expanded_).subspan(taken_);
  CUTAWAY_ASSIGN(size_t length, measure_event(rest));
  taken_ += length;
  return rest.first(length);
}

std::vector<std::byte> raw_log_header(bool verify, uint64_t pid) {
  CutawayRawHeader header{};
  std::memcpy(header.magic, k_magic, sizeof k_magic);
  header.version = k_format_version;
  header.verify = verify ? 1 : 0;
  header.pid = pid;
  std::vector<std::byte> bytes(k_raw_header_bytes);
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

}  // namespace cutaway
