// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/replay/ending.h"

#include <signal.h>

#include "runtime/replay/coroutine.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/overflow.h"
#include "runtime/replay/recorded_memory.h"
#include "runtime/replay/report.h"

// A debugger breaks here to stand, two frames further out, where the recorded failure happens.
CUTAWAY_EXPORT CUTAWAY_NOINLINE void cutaway_replay_failed(int signal) {
  asm volatile("" : : "r"(signal) : "memory");
}

namespace cutaway::rt {
namespace {

bool is_raised_by_code(uint32_t signal) {
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL ||
         signal == SIGTRAP || signal == SIGABRT || signal == SIGSYS;
}

// Sent by somebody (kill, timer, terminal), not caused by what the thread did.
bool is_asynchronous(Event failure) {
  const uint32_t signal = failure.ident();
  const auto code = static_cast<int>(failure.payload()[0]);
  if (!is_raised_by_code(signal)) return true;
  if (signal == SIGABRT) return code == SI_USER;
  return code <= 0;
}

bool is_memory_fault(uint32_t signal) { return signal == SIGSEGV || signal == SIGBUS; }

bool is_same_failure(Event failure, uint32_t signal, uint64_t address) {
  const uint32_t recorded = failure.ident();
  if (is_memory_fault(recorded) && is_memory_fault(signal)) {
    const uint64_t expected = fault_address(failure);
    return address == expected || is_same_overflow(expected, address);
  }
  return recorded == signal;
}

Event skip_checksum(Event event) {
  return event.kind() == k_event_checksum ? g_stream.after(event) : event;
}

// The recording stops before it tells what became of the fault: a limit was reached, the process
// was killed, or a handler of the program left the inside in a way that cannot be recorded.
bool is_unknown_end(Event event) {
  return event.kind() == k_event_truncated || event.kind() == k_event_end_of_stream;
}

bool was_just_throwing(const ReplayThread& thread, Event next) {
  return thread.throwing_cursor != nullptr &&
         skip_checksum(Event{thread.throwing_cursor}).words == next.words;
}

}  // namespace

void end_in_outside(Event event) {
  report_followed(event,
                  event.kind() == k_event_failure ? FailureSide::outside : FailureSide::none);
}

void end_in_inside(const ReplayThread& thread, Event event, const char* actual) {
  if (event.kind() != k_event_failure) report_followed(event, FailureSide::none);
  if (is_asynchronous(event)) report_followed(event, FailureSide::asynchronous);
  if (is_overflow_here(event)) {
    cutaway_replay_failed(SIGSEGV);
    report_followed(event, FailureSide::inside);
  }
  // The recorded exception found no handler at all, so nothing was unwound; here the engine is one.
  if (event.ident() == SIGABRT && was_just_throwing(thread, event)) {
    cutaway_replay_failed(SIGABRT);
    report_followed(event, FailureSide::inside);
  }
  report_failure_differs(event, 0, 0, actual);
}

void end_stopped() { report_stopped(); }

void end_by_signal(uint32_t signal, uint64_t address, bool is_write) {
  cutaway_replay_failed(static_cast<int>(signal));
  const Event event = skip_checksum(g_stream.next());
  if (event.kind() == k_event_failure) {
    if (is_same_failure(event, signal, address)) report_followed(event, FailureSide::inside);
    report_failure_differs(event, signal, address, is_write ? "write" : "read");
  }
  if (is_unknown_end(event)) report_followed(event, FailureSide::none);
  if (is_memory_fault(signal)) {
    report_divergence({.what = "access to unmapped memory",
                       .actual = address,
                       .has_actual = true,
                       .expected_kind = event.kind(),
                       .actual_text = is_write ? "write" : "read"});
  }
  report_divergence(
      {.what = "signal", .actual = signal, .has_actual = true, .expected_kind = event.kind()});
}

}  // namespace cutaway::rt
