// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The header of an exception lies before its object, in memory that the recording knows nothing of:
// for the recorder it holds what the inside last wrote there. So these bytes are kept aside while
// the header is in use, and come back when the exception has ended.
#pragma once
#include "runtime/common/rt.h"

namespace cutaway::rt {

constexpr uint64_t k_exception_header_bytes = 128;  // __cxa_refcounted_exception, the count first

// Before a header is made for the object at this address.
void keep_bytes_under_header(uint64_t object);

// The exception ends with the real call that comes next, or has ended: its bytes come back with
// restore_ended_headers.
void end_header(uint64_t object);

extern uint64_t g_kept_headers;
extern uint64_t g_ended_headers;
void restore_headers_slowly();

CUTAWAY_INLINE void restore_ended_headers() {
  if (CUTAWAY_UNLIKELY(g_ended_headers != 0)) restore_headers_slowly();
}

// A patch while headers are in use: what is under one goes to the bytes that are kept.
void write_around_headers(uint64_t address, const void* bytes, uint64_t size);

}  // namespace cutaway::rt
