// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/record/program_path.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/common/system.h"

namespace cutaway::rt {
namespace {

char g_program[PATH_MAX];

bool is_own_link(const char* path) {
  if (g_program[0] == 0 || path == nullptr || strncmp(path, "/proc/", 6) != 0) return false;
  const char* rest = path + 6;
  if (strncmp(rest, "self/", 5) == 0) return strcmp(rest + 5, "exe") == 0;
  long process = 0;
  for (; *rest >= '0' && *rest <= '9' && process < INT_MAX; rest++)
    process = process * 10 + (*rest - '0');
  return process == raw_syscall(SYS_getpid) && strcmp(rest, "/exe") == 0;
}

ssize_t copy_program(char* buffer, size_t size) {
  const size_t length = strlen(g_program);
  const size_t copied = length < size ? length : size;
  memcpy(buffer, g_program, copied);
  return static_cast<ssize_t>(copied);
}

ssize_t read_link(int folder, const char* path, char* buffer, size_t size) {
  if (size != 0 && is_own_link(path)) return copy_program(buffer, size);
  const long result = raw_syscall(SYS_readlinkat, static_cast<uint64_t>(folder), to_word(path),
                                  to_word(buffer), size);
  if (!is_error(result)) return result;
  errno = static_cast<int>(-result);
  return -1;
}

}  // namespace

void set_program_path(const char* path) {
  if (path != nullptr && strlen(path) < sizeof(g_program)) strcpy(g_program, path);
}

}  // namespace cutaway::rt

using namespace cutaway::rt;

CUTAWAY_EXPORT ssize_t readlink(const char* path, char* buffer, size_t size) {
  return read_link(AT_FDCWD, path, buffer, size);
}

CUTAWAY_EXPORT ssize_t readlinkat(int folder, const char* path, char* buffer, size_t size) {
  return read_link(folder, path, buffer, size);
}

CUTAWAY_EXPORT ssize_t __readlink_chk(const char* path, char* buffer, size_t size, size_t room) {
  if (size > room) abort();
  return read_link(AT_FDCWD, path, buffer, size);
}

CUTAWAY_EXPORT ssize_t __readlinkat_chk(int folder, const char* path, char* buffer, size_t size,
                                        size_t room) {
  if (size > room) abort();
  return read_link(folder, path, buffer, size);
}

using RealPath = char* (*)(const char*, char*);

static char* real_path_by_libc(const char* path, char* resolved) {
  static RealPath next;
  if (next == nullptr) next = reinterpret_cast<RealPath>(dlsym(RTLD_NEXT, "realpath"));
  return next(is_own_link(path) ? g_program : path, resolved);
}

CUTAWAY_EXPORT char* realpath(const char* path, char* resolved) {
  return real_path_by_libc(path, resolved);
}

CUTAWAY_EXPORT char* __realpath_chk(const char* path, char* resolved, size_t room) {
  if (room < PATH_MAX) abort();
  return real_path_by_libc(path, resolved);
}

CUTAWAY_EXPORT char* canonicalize_file_name(const char* path) {
  return real_path_by_libc(path, nullptr);
}
