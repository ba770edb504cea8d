// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// System calls that neither touch errno nor go through libc (whose wrappers a program or another
// preloaded library may interpose). Results: >= 0, or -errno.
#pragma once
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "runtime/common/rt.h"

namespace cutaway::rt {

CUTAWAY_INLINE long raw_syscall(long number, uint64_t a = 0, uint64_t b = 0, uint64_t c = 0,
                                uint64_t d = 0, uint64_t e = 0, uint64_t f = 0) {
  long result;
  register uint64_t r10 asm("r10") = d;
  register uint64_t r8 asm("r8") = e;
  register uint64_t r9 asm("r9") = f;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  return result;
}

inline uint64_t to_word(const void* pointer) { return reinterpret_cast<uint64_t>(pointer); }

inline long sys_write(int fd, const void* data, uint64_t size) {
  return raw_syscall(SYS_write, fd, to_word(data), size);
}
inline long sys_open(const char* path, int flags, int mode) {
  return raw_syscall(SYS_open, to_word(path), flags, mode);
}
inline long sys_close(int fd) { return raw_syscall(SYS_close, fd); }
inline long sys_allocate(int fd, uint64_t offset, uint64_t size) {
  return raw_syscall(SYS_fallocate, fd, 0, offset, size);
}
inline long sys_readlink(const char* path, char* buffer, uint64_t size) {
  return raw_syscall(SYS_readlink, to_word(path), to_word(buffer), size);
}
inline bool is_error(long result) { return result < 0 && result > -4096; }

// A failed mapping is null, the error is lost: all callers only report that it failed.
inline void* sys_map(uint64_t address, uint64_t size, int protection, int flags, int fd = -1,
                     uint64_t offset = 0) {
  long result = raw_syscall(SYS_mmap, address, size, protection, flags,
                            static_cast<uint64_t>(static_cast<int64_t>(fd)), offset);
  return is_error(result) ? nullptr : reinterpret_cast<void*>(result);
}
inline long sys_unmap(void* address, uint64_t size) {
  return raw_syscall(SYS_munmap, to_word(address), size);
}
inline long sys_advise(void* address, uint64_t size, int advice) {
  return raw_syscall(SYS_madvise, to_word(address), size, advice);
}
inline long sys_protect(void* address, uint64_t size, int protection) {
  return raw_syscall(SYS_mprotect, to_word(address), size, protection);
}
inline uint32_t sys_thread_id() { return static_cast<uint32_t>(raw_syscall(SYS_gettid)); }
inline uint32_t sys_process_id() { return static_cast<uint32_t>(raw_syscall(SYS_getpid)); }

}  // namespace cutaway::rt
