// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shrink/outcomes.h"

#include <algorithm>
#include <csignal>

#include "recording/describe.h"

namespace cutaway {
namespace {

FailureKind kind_of(uint32_t failure) {
  switch (failure) {
    case k_failure_signal:
      return FailureKind::Signal;
    case k_failure_exception:
      return FailureKind::Exception;
    case k_failure_abort:
      return FailureKind::Abort;
    case k_failure_assert:
      return FailureKind::Assertion;
    case k_failure_double_free:
      return FailureKind::DoubleFree;
    case k_failure_outside:
      return FailureKind::Outside;
    case k_failure_sanitizer:
      return FailureKind::Sanitizer;
    case k_failure_declared:
      return FailureKind::Declared;
    case k_failure_hang:
      return FailureKind::Hang;
    case k_failure_exit:
      return FailureKind::Exit;
    case k_failure_output:
      return FailureKind::Output;
    case k_failure_overflow:
      return FailureKind::Overflow;
    default:
      return FailureKind::None;
  }
}

template <size_t size>
std::string text_of(const char (&text)[size]) {
  return std::string(text, std::find(text, text + size, '\0'));
}

}  // namespace

Failure failure_of(const CutawayTestOutcome& outcome, StackNames& names) {
  Failure failure;
  if (outcome.verdict != k_verdict_failed) return failure;
  failure.kind = kind_of(outcome.failure);
  failure.signal = outcome.signal;
  if (failure.kind == FailureKind::Exit) failure.status = outcome.code;
  failure.address = outcome.address;
  std::string type = text_of(outcome.type);
  failure.type = type.empty() ? "" : type_name(type);
  failure.message = text_of(outcome.message);
  uint32_t count = std::min<uint32_t>(outcome.frame_count, k_max_failure_frames);
  for (uint32_t i = 0; i < count; ++i)
    for (const Frame& frame : names.frames_at({outcome.frames[i]})) failure.stack.push_back(frame);
  // Of the loop that does not end only the function is the same each time.
  if (failure.kind == FailureKind::Hang)
    while (!failure.stack.empty() && failure.stack.front().is_inlined)
      failure.stack.erase(failure.stack.begin());
  return failure;
}

std::string describe_verdict(const CutawayTestOutcome& outcome) {
  switch (outcome.verdict) {
    case k_verdict_passed:
      return "passed";
    case k_verdict_failed:
      return "failed";
    case k_verdict_unresolved:
      return "unresolved: " + text_of(outcome.why);
    case k_verdict_written:
      return "written";
    case k_verdict_stopped:
      return "stopped";
    case k_verdict_timeout:
      return "unresolved: it took too long";
    default:
      return "unresolved: the test died";
  }
}

}  // namespace cutaway
