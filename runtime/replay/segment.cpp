// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/replay/segment.h"

#include <signal.h>
#include <string.h>

#include "runtime/common/verify_hash.h"
#include "runtime/replay/ending.h"
#include "runtime/replay/engine.h"
#include "runtime/replay/exception_headers.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/recorded_memory.h"
#include "runtime/replay/report.h"
#include "runtime/replay/runtime.h"

namespace cutaway::rt {
namespace {

bool write_patch(Event event, uint64_t address, const void* bytes, uint64_t size) {
  if (!before_patch(event, address, bytes, size)) return true;
  if (CUTAWAY_UNLIKELY(g_engine_options.write_patch != nullptr))
    return g_engine_options.write_patch(address, bytes, size);
  if (!write_recorded(address, bytes, size)) return false;
  after_patch(address, size);
  return true;
}

// Bytes between the runs are not touched: the inside may have changed them in this very segment.
bool apply_runs(Event event, uint64_t address) {
  const auto* run = reinterpret_cast<const uint8_t*>(event.payload() + 1);
  const auto* end = reinterpret_cast<const uint8_t*>(event.payload() + event.payload_words());
  const uint64_t last = address + event.ident();
  while (address < last) {
    if (run >= end) return false;
    const uint32_t size = run_bytes(*run);
    if (size == 0 || size >= end - run || size > last - address) return false;
    if (!write_patch(event, address, run + 1, size)) return false;
    address += size + run_skip(*run);
    run += 1 + size;
  }
  return true;
}

bool apply_bytes(Event event, uint64_t address) {
  return (event.payload_words() - 1) * 8ull >= event.ident() &&
         write_patch(event, address, event.payload() + 1, event.ident());
}

}  // namespace

bool fill_fresh(uint64_t address, uint64_t size) {
  constexpr uint64_t k_piece = 4096;
  static uint8_t bytes[k_piece];
  if (bytes[0] != k_fresh_byte) memset(bytes, k_fresh_byte, k_piece);
  const auto write =
      g_engine_options.write_patch != nullptr ? g_engine_options.write_patch : write_recorded;
  while (size != 0) {
    const uint64_t count = size < k_piece ? size : k_piece;
    if (!write(address, bytes, count)) return false;
    address += count;
    size -= count;
  }
  return true;
}

void apply_write(Event event) {
  const uint64_t* payload = event.payload();
  const uint64_t address = g_modules.decode(payload[0]);
  bool is_written;
  if (event.kind() == k_event_fresh) {
    is_written = write_fresh(address, event.ident());
  } else if (event.kind() == k_event_patch) {
    is_written = apply_bytes(event, address);
  } else if (event.kind() == k_event_patch_runs) {
    is_written = apply_runs(event, address);
  } else {
    const uint64_t word = g_modules.decode(payload[1]);
    is_written = write_patch(event, address, &word, sizeof(word));
  }
  if (CUTAWAY_UNLIKELY(!is_written)) {
    report_divergence({.what = "patch outside data", .actual = address, .has_actual = true});
  }
}

namespace {

// The recorded fault comes in this stretch: make sure that it can happen again.
CUTAWAY_COLD void prepare_failure(Event failure) {
  const uint32_t signal = failure.ident();
  if (signal != SIGSEGV && signal != SIGBUS) return;
  const uint64_t address = fault_address(failure);
  const bool is_protected = signal == SIGSEGV && failure.payload()[0] == SEGV_ACCERR;
  arm_fault(address, is_protected);
}

// Sets `position` for the event that comes next in this segment; true if it is due already.
bool arm_position(ReplayThread& thread) {
  Event event = g_stream.next();
  if (event.kind() == k_event_checksum) event = g_stream.after(event);
  const uint32_t kind = event.kind();
  thread.armed = 0;
  thread.position = k_never;
  if (kind == k_event_failure) prepare_failure(event);
  if (kind != k_event_break && kind != k_event_yield) return false;
  if (event.ident() <= thread.passed) return kind == k_event_break;
  thread.armed = event.ident();
  thread.position = event.ident() - thread.passed;
  return false;
}

uint64_t canonical_word(const ReplayThread& thread, uint64_t low, uint64_t word) {
  if (word >= low && word < thread.incall.stack_pointer) return k_native_address;
  const uint64_t encoded = g_modules.images.encode(word);
  return encoded == word ? encode_recorded(fold_half(word)) : encoded;
}

}  // namespace

void apply_writes(ReplayThread& thread) {
  for (;;) {
    const Event event = g_stream.next();
    if (event.is_write()) {
      apply_write(event);
      g_stream.advance();
    } else if (arm_position(thread)) {
      g_stream.advance();  // a break at the access where we stand
    } else {
      return;
    }
  }
}

void begin_segment_slowly(ReplayThread& thread) { apply_writes(thread); }

void settle_checksum_slowly(ReplayThread& thread) {
  const Event event = g_stream.next();
  const uint64_t expected = event.payload()[0];
  if (expected != thread.hash) {
    report_divergence({.what = "checksum",
                       .expected = expected,
                       .actual = thread.hash,
                       .has_expected = true,
                       .has_actual = true});
  }
  thread.hash = k_verify_seed;
  g_stream.advance();
}

CUTAWAY_PRESERVE_MOST void on_position_reached(void* context) {
  ReplayThread& thread = thread_of(context);
  thread.passed = thread.armed;
  if (thread.armed == 0) {  // 2^62 accesses: never in practice
    thread.position = k_never;
    return;
  }
  settle_checksum(thread);
  const Event event = g_stream.next();
  const bool is_due = event.ident() == thread.armed;
  if (event.kind() == k_event_break && is_due) {
    g_stream.advance();
    apply_writes(thread);
  } else if (event.kind() == k_event_yield && is_due) {
    g_stream.advance();
    restore_ended_headers();
    await_turn(thread);
    begin_segment(thread);
  } else {
    report_divergence(
        {.what = "event kind", .expected_kind = event.kind(), .actual_text = "access"});
  }
}

CUTAWAY_PRESERVE_MOST void on_verify_store(void* context, const void* address, uint64_t size) {
  ReplayThread& thread = thread_of(context);
  const uint64_t low = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  thread.hash = verify_add(thread.hash, address, size,
                           [&](uint64_t word) { return canonical_word(thread, low, word); });
}

}  // namespace cutaway::rt
