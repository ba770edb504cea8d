// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files: owned descriptors, whole reads and writes, and files that appear only when complete.
#pragma once
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace cutaway {

class UniqueFd {
 public:
  UniqueFd() = default;
  explicit UniqueFd(int fd) : fd_(fd) {}
  UniqueFd(UniqueFd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  UniqueFd& operator=(UniqueFd&& other) noexcept;
  ~UniqueFd() { reset(); }

  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }
  int release() { return std::exchange(fd_, -1); }
  void reset();

 private:
  int fd_ = -1;
};

// The error of a failed system call; a full disk gets a hint of its own.
Error system_error(const std::string& object, std::string_view action, int error_number);

Result<UniqueFd> open_file(const std::string& path, int flags, mode_t mode = 0666);
Result<std::string> read_file(const std::string& path, size_t max_bytes = size_t{1} << 30);
Status write_all(int fd, std::span<const std::byte> bytes, const std::string& object);
Status write_all(int fd, std::string_view text, const std::string& object);
// Replaces what is there.
Status write_file(const std::string& path, std::string_view text);
// Reads until `bytes` is full or the file ends; returns the number of bytes read.
Result<size_t> read_at(int fd, std::span<std::byte> bytes, uint64_t offset,
                       const std::string& object);
Result<uint64_t> file_size(int fd, const std::string& object);

bool is_file(const std::string& path);
// The path with symbolic links resolved, or `path` itself if that fails.
std::string real_path(const std::string& path);
std::string current_directory();
// The folder of this executable.
std::string tool_directory();

// An unlinked file in $TMPDIR that a child process can open as /proc/self/fd/N: not CLOEXEC.
Result<UniqueFd> make_unlinked_file();

// A file that gets its name only in commit(); until then a temporary stands beside it, removed by
// the destructor.
class AtomicFile {
 public:
  // Fails if `path` exists and `may_replace` is false.
  static Result<AtomicFile> create(const std::string& path, bool may_replace);
  AtomicFile(AtomicFile&&) noexcept = default;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();

  int fd() const { return fd_.get(); }
  const std::string& path() const { return path_; }
  Status commit();

 private:
  AtomicFile(std::string path, std::string temporary, UniqueFd fd, bool may_replace);

  std::string path_;
  std::string temporary_;
  UniqueFd fd_;
  bool may_replace_;
};

// "output exists", with the hint to use --force.
Error output_exists(const std::string& path);
// Within one file system.
Status move_file(const std::string& from, const std::string& to, bool may_replace);

class TempDir {
 public:
  static Result<TempDir> create();
  TempDir(TempDir&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  TempDir& operator=(TempDir&&) = delete;
  ~TempDir();
  const std::string& path() const { return path_; }

 private:
  explicit TempDir(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

}  // namespace cutaway
