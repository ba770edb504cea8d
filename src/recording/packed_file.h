// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The container of a recording: a header and checksummed chunks (abi/recording_format.h).
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "abi/recording_format.h"
#include "base/file.h"
#include "base/result.h"

namespace cutaway {

// Bytes that can be read at any place: a file, or memory for tests and fuzzing.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  virtual uint64_t size() const = 0;
  // Fills `bytes` or fails.
  virtual Status read(uint64_t offset, std::span<std::byte> bytes) const = 0;
};

Result<std::unique_ptr<ByteSource>> open_source(const std::string& path);
std::unique_ptr<ByteSource> memory_source(std::string bytes);

struct Chunk {
  uint64_t offset = 0;  // of its header in the file
  CutawayPackedChunk header{};
};

// From which byte on a file cannot be used, and why.
struct Damage {
  uint64_t offset = 0;
  std::string what;
};

class PackedFileReader {
 public:
  // Reads the header and all chunk headers, and checks the bytes of all chunks but events.
  // Fails if the file is no recording, is of a newer version, or has no usable first chunk.
  static Result<PackedFileReader> open(std::unique_ptr<ByteSource> source, std::string name);

  const std::string& name() const { return name_; }
  uint64_t size() const { return source_->size(); }
  // Whole chunks up to the first damage.
  const std::vector<Chunk>& chunks() const { return chunks_; }
  const Chunk* find_chunk(uint32_t kind) const;
  const std::optional<Damage>& damage() const { return damage_; }

  // Checks and decompresses a chunk. Events come as whole words.
  Result<std::vector<uint64_t>> read_words(const Chunk& chunk) const;
  Result<std::string> read_text(const Chunk& chunk) const;

 private:
  PackedFileReader(std::unique_ptr<ByteSource> source, std::string name)
      : source_(std::move(source)), name_(std::move(name)) {}
  Status check_file_header();
  std::optional<Damage> scan_chunks();
  std::optional<std::string> find_fault(const Chunk& chunk) const;
  Result<std::string> read_stored(const Chunk& chunk) const;

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  uint64_t first_chunk_ = 0;
  std::vector<Chunk> chunks_;
  std::optional<Damage> damage_;
};

class PackedFileWriter {
 public:
  // Writes to `fd`, which stays with the caller; `name` is for messages.
  static Result<PackedFileWriter> create(int fd, std::string name);
  Status add_chunk(uint32_t kind, std::span<const std::byte> bytes);
  Status add_chunk(uint32_t kind, std::string_view text);
  // Adds the end chunk.
  Status finish();
  uint64_t bytes_written() const { return bytes_written_; }

 private:
  PackedFileWriter(int fd, std::string name) : fd_(fd), name_(std::move(name)) {}
  Status write(std::span<const std::byte> bytes);

  int fd_;
  std::string name_;
  uint64_t bytes_written_ = 0;
  std::vector<std::byte> compressed_;
};

}  // namespace cutaway
