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
constexpr size_t k_window_words = 2 * k_max_event_bytes / sizeof(uint64_t);

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
  if (reader.header_.version != k_format_version) {
    return user_fault(path, fmt::format("raw log format {} is not the one of this tool ({})",
                                        reader.header_.version, int{k_format_version}));
  }
  return reader;
}

Status RawLogReader::refill() {
  window_.erase(window_.begin(), window_.begin() + static_cast<ptrdiff_t>(position_));
  position_ = 0;
  size_t kept = window_.size();
  window_.resize(k_window_words);
  auto free_bytes = std::as_writable_bytes(std::span(window_).subspan(kept));
  CUTAWAY_ASSIGN(size_t count, read_at(fd_.get(), free_bytes, file_offset_, path_));
  file_offset_ += count;
  is_at_end_ = count < free_bytes.size();
  window_.resize(kept + count / sizeof(uint64_t));
  return Ok{};
}

Result<std::span<const uint64_t>> RawLogReader::next() {
  constexpr size_t k_longest = k_max_event_bytes / sizeof(uint64_t);
  if (window_.size() - position_ < k_longest && !is_at_end_) CUTAWAY_TRY(refill());
  std::span<const uint64_t> rest = std::span(window_).subspan(position_);
  CUTAWAY_ASSIGN(size_t length, measure_event(rest));
  position_ += length;
  stream_bytes_ += length * sizeof(uint64_t);
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
