// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/packed_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <llvm/Support/xxhash.h>
#include <zstd.h>

#include <cstring>

#include "recording/event.h"

namespace cutaway {
namespace {

constexpr char k_magic[8] = {'C', 'U', 'T', 'A', 'W', 'A', 'Y', 0};
constexpr int k_compression_level = 3;
// Limits against files that ask for all memory. Events: a chunk is closed at 1 MiB or holds one
// event more.
constexpr uint64_t k_max_event_chunk_bytes = (uint64_t{1} << 20) + k_max_event_bytes;
constexpr uint64_t k_max_text_chunk_bytes = uint64_t{256} << 20;

class FileSource : public ByteSource {
 public:
  FileSource(UniqueFd fd, uint64_t size, std::string path)
      : fd_(std::move(fd)), size_(size), path_(std::move(path)) {}
  uint64_t size() const override { return size_; }
  Status read(uint64_t offset, std::span<std::byte> bytes) const override {
    CUTAWAY_ASSIGN(size_t count, read_at(fd_.get(), bytes, offset, path_));
    if (count != bytes.size()) return user_fault(path_, "file became shorter while it was read");
    return Ok{};
  }

 private:
  UniqueFd fd_;
  uint64_t size_;
  std::string path_;
};

class MemorySource : public ByteSource {
 public:
  explicit MemorySource(std::string bytes) : bytes_(std::move(bytes)) {}
  uint64_t size() const override { return bytes_.size(); }
  Status read(uint64_t offset, std::span<std::byte> bytes) const override {
    if (offset > bytes_.size() || bytes.size() > bytes_.size() - offset)
      return user_fault("", "read beyond the end");
    if (!bytes.empty()) std::memcpy(bytes.data(), bytes_.data() + offset, bytes.size());
    return Ok{};
  }

 private:
  std::string bytes_;
};

template <typename T>
std::span<std::byte> writable_bytes(T& object) {
  return std::as_writable_bytes(std::span(&object, 1));
}

// The stored bytes' hash is hashed with the header's fields, so that neither can change alone.
uint64_t chunk_checksum(const CutawayPackedChunk& header, std::string_view stored) {
  struct {
    CutawayPackedChunk header;
    uint64_t stored_hash;
  } hashed{header, llvm::xxHash64(llvm::StringRef(stored.data(), stored.size()))};
  hashed.header.checksum = 0;
  return llvm::xxHash64(llvm::StringRef(reinterpret_cast<const char*>(&hashed), sizeof hashed));
}

bool is_compressed(uint32_t kind) {
  return kind == k_chunk_events || kind == k_chunk_symbols || kind == k_chunk_index;
}

uint64_t max_raw_bytes(uint32_t kind) {
  return kind == k_chunk_events ? k_max_event_chunk_bytes
         : kind == k_chunk_end  ? 0
                                : k_max_text_chunk_bytes;
}

// What is wrong with the header of a chunk, apart from its checksum.
std::optional<std::string> find_header_fault(const CutawayPackedChunk& header,
                                             uint64_t bytes_left) {
  if (header.magic != k_chunk_magic) return "no chunk starts here";
  if (header.kind < k_chunk_info || header.kind > k_chunk_end)
    return fmt::format("unknown chunk kind {}", header.kind);
  if (header.raw_bytes > max_raw_bytes(header.kind))
    return fmt::format("chunk claims {} bytes", header.raw_bytes);
  if (header.stored_bytes > bytes_left) return "file ends within a chunk";
  bool is_plain = !is_compressed(header.kind);
  if (is_plain && header.stored_bytes != header.raw_bytes)
    return "chunk sizes contradict each other";
  if (!is_plain && header.stored_bytes > ZSTD_compressBound(header.raw_bytes))
    return "chunk sizes contradict each other";
  return std::nullopt;
}

// Chunks come in the order of their kinds; only events may come more than once.
bool may_follow(const std::vector<Chunk>& chunks, uint32_t kind) {
  if (chunks.empty()) return kind == k_chunk_info;
  uint32_t last = chunks.back().header.kind;
  return kind > last || (kind == k_chunk_events && last == k_chunk_events);
}

}  // namespace

Result<std::unique_ptr<ByteSource>> open_source(const std::string& path) {
  auto fd = open_file(path, O_RDONLY);
  if (!fd) {
    Error error = fd.error();
    error.hint = "record one with `cutaway record -- ./program`";
    return error;
  }
  CUTAWAY_ASSIGN(uint64_t size, file_size(fd->get(), path));
  return std::unique_ptr<ByteSource>(std::make_unique<FileSource>(std::move(*fd), size, path));
}

std::unique_ptr<ByteSource> memory_source(std::string bytes) {
  return std::make_unique<MemorySource>(std::move(bytes));
}

Result<PackedFileReader> PackedFileReader::open(std::unique_ptr<ByteSource> source,
                                                std::string name) {
  PackedFileReader reader(std::move(source), std::move(name));
  CUTAWAY_TRY(reader.check_file_header());
  reader.damage_ = reader.scan_chunks();
  if (reader.chunks_.empty()) {
    return user_fault(reader.name_,
                      fmt::format("recording is damaged from byte {} on: {}",
                                  reader.damage_->offset, reader.damage_->what),
                      "record again: nothing of it can be used");
  }
  return reader;
}

Status PackedFileReader::check_file_header() {
  CutawayPackedHeader header{};
  if (source_->size() < sizeof header) {
    return user_fault(name_, fmt::format("not a recording: {} bytes", source_->size()),
                      "record one with `cutaway record -- ./program`");
  }
  CUTAWAY_TRY(source_->read(0, writable_bytes(header)));
  if (std::memcmp(header.magic, "CUTRAW\0", 8) == 0) {
    return user_fault(name_, "this is the raw log of a recording that was not finished",
                      fmt::format("cutaway record --finish {} -o run.cut", name_));
  }
  if (std::memcmp(header.magic, k_magic, sizeof k_magic) != 0) {
    return user_fault(name_, "not a recording: it does not start with CUTAWAY",
                      "record one with `cutaway record -- ./program`");
  }
  if (header.version != k_format_version) {
    bool is_newer = header.version > k_format_version;
    return user_fault(name_,
                      fmt::format("recording format {} is {} than this tool ({})", header.version,
                                  is_newer ? "newer" : "older", int{k_format_version}),
                      is_newer
                          ? "update cutaway, or record again with `cutaway record -- ./program`"
                          : "record again with `cutaway record -- ./program`");
  }
  if (header.header_bytes < sizeof header || header.header_bytes > 4096) {
    return user_fault(name_,
                      fmt::format("recording is damaged: header of {} bytes", header.header_bytes));
  }
  first_chunk_ = header.header_bytes;
  return Ok{};
}

std::optional<Damage> PackedFileReader::scan_chunks() {
  uint64_t offset = first_chunk_;
  while (true) {
    Chunk chunk{offset, {}};
    if (offset > source_->size() || source_->size() - offset < sizeof chunk.header) {
      return Damage{offset, "file ends before its end chunk"};
    }
    if (auto read = source_->read(offset, writable_bytes(chunk.header)); !read)
      return Damage{offset, read.error().message};
    if (auto fault = find_fault(chunk)) return Damage{offset, *fault};
    chunks_.push_back(chunk);
    offset += sizeof chunk.header + chunk.header.stored_bytes;
    if (chunk.header.kind != k_chunk_end) continue;
    if (offset != source_->size()) return Damage{offset, "bytes after the end chunk"};
    return std::nullopt;
  }
}

std::optional<std::string> PackedFileReader::find_fault(const Chunk& chunk) const {
  uint64_t bytes_left = source_->size() - chunk.offset - sizeof chunk.header;
  if (auto fault = find_header_fault(chunk.header, bytes_left)) return fault;
  if (!may_follow(chunks_, chunk.header.kind)) return "chunk is out of order";
  // Events are many: each is checked when it is read.
  if (chunk.header.kind == k_chunk_events) return std::nullopt;
  auto stored = read_stored(chunk);
  return stored ? std::nullopt : std::optional(stored.error().message);
}

const Chunk* PackedFileReader::find_chunk(uint32_t kind) const {
  for (const Chunk& chunk : chunks_) {
    if (chunk.header.kind == kind) return &chunk;
  }
  return nullptr;
}

Result<std::string> PackedFileReader::read_stored(const Chunk& chunk) const {
  std::string stored(chunk.header.stored_bytes, 0);
  CUTAWAY_TRY(
      source_->read(chunk.offset + sizeof chunk.header, std::as_writable_bytes(std::span(stored))));
  if (chunk_checksum(chunk.header, stored) != chunk.header.checksum)
    return user_fault(name_, "checksum differs");
  return stored;
}

Result<std::vector<uint64_t>> PackedFileReader::read_words(const Chunk& chunk) const {
  CUTAWAY_ASSIGN(std::string stored, read_stored(chunk));
  uint64_t raw_bytes = chunk.header.raw_bytes;
  if (raw_bytes % sizeof(uint64_t) != 0) return user_fault(name_, "chunk holds no whole words");
  std::vector<uint64_t> words(raw_bytes / sizeof(uint64_t));
  size_t count = ZSTD_decompress(words.data(), raw_bytes, stored.data(), stored.size());
  if (ZSTD_isError(count) != 0 || count != raw_bytes)
    return user_fault(name_, "chunk cannot be decompressed");
  return words;
}

Result<std::string> PackedFileReader::read_text(const Chunk& chunk) const {
  CUTAWAY_ASSIGN(std::string stored, read_stored(chunk));
  if (!is_compressed(chunk.header.kind)) return stored;
  std::string text(chunk.header.raw_bytes, 0);
  size_t count = ZSTD_decompress(text.data(), text.size(), stored.data(), stored.size());
  if (ZSTD_isError(count) != 0 || count != text.size())
    return user_fault(name_, "chunk cannot be decompressed");
  return text;
}

Result<PackedFileWriter> PackedFileWriter::create(int fd, std::string name) {
  PackedFileWriter writer(fd, std::move(name));
  CutawayPackedHeader header{};
  std::memcpy(header.magic, k_magic, sizeof k_magic);
  header.version = k_format_version;
  header.header_bytes = sizeof header;
  CUTAWAY_TRY(writer.write(writable_bytes(header)));
  return writer;
}

Status PackedFileWriter::write(std::span<const std::byte> bytes) {
  CUTAWAY_TRY(write_all(fd_, bytes, name_));
  bytes_written_ += bytes.size();
  return Ok{};
}

Status PackedFileWriter::add_chunk(uint32_t kind, std::span<const std::byte> bytes) {
  CUTAWAY_CHECK(bytes.size(), <=, max_raw_bytes(kind));
  std::span<const std::byte> stored = bytes;
  if (is_compressed(kind)) {
    compressed_.resize(ZSTD_compressBound(bytes.size()));
    size_t count = ZSTD_compress(compressed_.data(), compressed_.size(), bytes.data(), bytes.size(),
                                 k_compression_level);
    if (ZSTD_isError(count) != 0)
      return internal_error(name_, std::string("cannot compress: ") + ZSTD_getErrorName(count));
    stored = std::span(compressed_).first(count);
  }
  CutawayPackedChunk header{k_chunk_magic, kind, bytes.size(), stored.size(), 0};
  header.checksum =
      chunk_checksum(header, {reinterpret_cast<const char*>(stored.data()), stored.size()});
  CUTAWAY_TRY(write(writable_bytes(header)));
  return write(stored);
}

Status PackedFileWriter::add_chunk(uint32_t kind, std::string_view text) {
  return add_chunk(kind, std::as_bytes(std::span(text.data(), text.size())));
}

Status PackedFileWriter::finish() { return add_chunk(k_chunk_end, std::string_view()); }

}  // namespace cutaway
