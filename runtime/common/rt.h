// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What every file of both runtimes starts from.
//
// Rules of the runtimes (they live in somebody else's process):
//  - no exceptions, RTTI, iostream, static constructors; no libstdc++ in the recorder;
//  - no heap, no stdio and no pthread locks on hot paths or in signal context;
//  - errno is as it was when a hook returns (KeepErrno, or raw system calls only);
//  - when recording fails, the program behaves as if it had not been recorded: warn once, stop;
//  - hooks never call woven code, except where the crossing itself does (signal delivery).
#pragma once
#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#include "abi/recording_format.h"
#include "abi/weave.h"

#define CUTAWAY_EXPORT extern "C" __attribute__((visibility("default")))
#define CUTAWAY_INLINE inline __attribute__((always_inline))
#define CUTAWAY_INLINED __attribute__((always_inline))  // here; and callable elsewhere
#define CUTAWAY_NOINLINE __attribute__((noinline))
#define CUTAWAY_COLD __attribute__((noinline, cold))
#define CUTAWAY_PRESERVE_MOST __attribute__((preserve_most))
#define CUTAWAY_LIKELY(x) __builtin_expect(!!(x), 1)
#define CUTAWAY_UNLIKELY(x) __builtin_expect(!!(x), 0)

namespace cutaway::rt {

constexpr uint64_t k_page_bytes = 4096;

constexpr uint64_t round_down(uint64_t value, uint64_t unit) { return value & ~(unit - 1); }
constexpr uint64_t round_up(uint64_t value, uint64_t unit) {
  return (value + unit - 1) & ~(unit - 1);
}

CUTAWAY_INLINE bool is_tracked(uint64_t address) {
  return address - k_tracked_low < k_tracked_high - k_tracked_low;
}

CUTAWAY_INLINE char* shadow_of(const void* address) {
  return reinterpret_cast<char*>(reinterpret_cast<uint64_t>(address) + k_shadow_offset);
}

class KeepErrno {
 public:
  KeepErrno() : saved_(errno) {}
  ~KeepErrno() { errno = saved_; }
  KeepErrno(const KeepErrno&) = delete;
  KeepErrno& operator=(const KeepErrno&) = delete;

 private:
  int saved_;
};

}  // namespace cutaway::rt
