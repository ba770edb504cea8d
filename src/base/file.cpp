// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace cutaway {

UniqueFd& UniqueFd::operator=(UniqueFd&& other) noexcept {
  if (this != &other) {
    reset();
    fd_ = other.release();
  }
  return *this;
}

void UniqueFd::reset() {
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

Error system_error(const std::string& object, std::string_view action, int error_number) {
  std::string hint;
  if (error_number == ENOSPC || error_number == EDQUOT) {
    hint = "free some space, write elsewhere with `-o`, or record less with `--max-size`";
  }
  return user_fault(object, fmt::format("cannot {}: {}", action, std::strerror(error_number)),
                    std::move(hint));
}

Result<UniqueFd> open_file(const std::string& path, int flags, mode_t mode) {
  int fd = ::open(path.c_str(), flags | O_CLOEXEC, mode);
  if (fd < 0) return system_error(path, (flags & O_CREAT) != 0 ? "create" : "open", errno);
  return UniqueFd(fd);
}

Result<std::string> read_file(const std::string& path, size_t max_bytes) {
  CUTAWAY_ASSIGN(UniqueFd fd, open_file(path, O_RDONLY));
  std::string text;
  char block[65536];
  while (true) {
    ssize_t count = ::read(fd.get(), block, sizeof block);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_error(path, "read", errno);
    if (count == 0) return text;
    text.append(block, static_cast<size_t>(count));
    if (text.size() > max_bytes) {
      return user_fault(path, fmt::format("file is too large: more than {} bytes", max_bytes));
    }
  }
}

Status write_all(int fd, std::span<const std::byte> bytes, const std::string& object) {
  while (!bytes.empty()) {
    ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_error(object, "write", errno);
    bytes = bytes.subspan(static_cast<size_t>(count));
  }
  return Ok{};
}

Status write_all(int fd, std::string_view text, const std::string& object) {
  return write_all(fd, std::as_bytes(std::span(text.data(), text.size())), object);
}

Status write_file(const std::string& path, std::string_view text) {
  CUTAWAY_ASSIGN(UniqueFd fd, open_file(path, O_WRONLY | O_CREAT | O_TRUNC));
  return write_all(fd.get(), text, path);
}

Result<size_t> read_at(int fd, std::span<std::byte> bytes, uint64_t offset,
                       const std::string& object) {
  size_t done = 0;
  while (done < bytes.size()) {
    ssize_t count =
        ::pread(fd, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_error(object, "read", errno);
    if (count == 0) break;
    done += static_cast<size_t>(count);
  }
  return done;
}

Result<uint64_t> file_size(int fd, const std::string& object) {
  struct stat status{};
  if (::fstat(fd, &status) != 0) return system_error(object, "read", errno);
  if (S_ISDIR(status.st_mode)) return user_fault(object, "is a directory, expected a file");
  return static_cast<uint64_t>(status.st_size);
}

bool is_file(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

std::string real_path(const std::string& path) {
  char buffer[PATH_MAX];
  return ::realpath(path.c_str(), buffer) != nullptr ? std::string(buffer) : path;
}

std::string current_directory() {
  std::error_code error;
  return std::filesystem::current_path(error).string();
}

std::string tool_directory() {
  std::string self = real_path("/proc/self/exe");
  return self.substr(0, self.rfind('/'));
}

Result<UniqueFd> make_unlinked_file() {
  const char* configured = ::getenv("TMPDIR");
  std::string folder = configured != nullptr && *configured != 0 ? configured : "/tmp";
  int fd = ::open(folder.c_str(), O_TMPFILE | O_RDWR, 0600);
  if (fd < 0) fd = ::memfd_create("cutaway", 0);
  if (fd < 0) return system_error(folder, "create a temporary file", errno);
  return UniqueFd(fd);
}

Error output_exists(const std::string& path) {
  return user_fault(path, "file exists already",
                    "add `--force` to replace it, or choose another name with `-o`");
}

Status move_file(const std::string& from, const std::string& to, bool may_replace) {
  int failed = may_replace
                   ? ::rename(from.c_str(), to.c_str())
                   : ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE);
  // Some file systems do not know RENAME_NOREPLACE.
  if (failed != 0 && errno == EINVAL && !may_replace) {
    failed = ::link(from.c_str(), to.c_str());
    if (failed == 0) ::unlink(from.c_str());
  }
  if (failed != 0 && errno == EEXIST) return output_exists(to);
  if (failed != 0) return system_error(to, "create", errno);
  return Ok{};
}

AtomicFile::AtomicFile(std::string path, std::string temporary, UniqueFd fd, bool may_replace)
    : path_(std::move(path)),
      temporary_(std::move(temporary)),
      fd_(std::move(fd)),
      may_replace_(may_replace) {}

Result<AtomicFile> AtomicFile::create(const std::string& path, bool may_replace) {
  if (!may_replace && ::access(path.c_str(), F_OK) == 0) return output_exists(path);
  std::string temporary = fmt::format("{}.tmp{}", path, ::getpid());
  auto fd = open_file(temporary, O_RDWR | O_CREAT | O_TRUNC);
  if (!fd) return system_error(path, "create", errno);
  return AtomicFile(path, std::move(temporary), std::move(*fd), may_replace);
}

AtomicFile::~AtomicFile() {
  if (fd_.is_open()) ::unlink(temporary_.c_str());
}

Status AtomicFile::commit() {
  CUTAWAY_TRY(move_file(temporary_, path_, may_replace_));
  fd_.reset();
  return Ok{};
}

Result<TempDir> TempDir::create() {
  std::error_code error;
  std::string pattern = (std::filesystem::temp_directory_path(error) / "cutaway-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) return system_error(pattern, "create", errno);
  return TempDir(std::move(pattern));
}

TempDir::~TempDir() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace cutaway
