// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/shrink/outcome.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unwind.h>

#include "runtime/common/system.h"
#include "runtime/common/text.h"
#include "runtime/replay/ending.h"
#include "runtime/replay/engine.h"
#include "runtime/replay/history.h"
#include "runtime/replay/json.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/overflow.h"
#include "runtime/replay/report.h"
#include "runtime/replay/thread.h"
#include "runtime/shrink/hang.h"
#include "runtime/shrink/live_functions.h"
#include "runtime/shrink/resync.h"
#include "runtime/shrink/trace.h"
#include "runtime/shrink/watch.h"

// Breakpoint of a debugger, as in a replay.
CUTAWAY_EXPORT CUTAWAY_NOINLINE void cutaway_replay_failed(int signal) {
  asm volatile("" : : "r"(signal) : "memory");
}

namespace cutaway::rt {

CutawayTestOutcome* g_outcome;
bool g_is_call_doubtful;
bool g_is_call_inexact;
bool g_is_alone;

namespace {

int g_report_fd = 2;
bool g_is_ending;
Json g_json;

Frames g_kept_frames;

[[noreturn]] void leave(int code) {
  for (;;) raw_syscall(SYS_exit_group, code);
}

// Code of woven modules is the inside and what it is made of; the engine's frames end it.
_Unwind_Reason_Code add_frame(_Unwind_Context* context, void* data) {
  auto* frames = static_cast<Frames*>(data);
  int is_exact = 0;
  const uint64_t pc = _Unwind_GetIPInfo(context, &is_exact);
  const Module* module = find_loaded(pc);
  if (module == nullptr || module->woven == nullptr) return _URC_NO_REASON;
  // A return address belongs to the call before it.
  frames->pcs[frames->count++] = g_modules.images.encode(is_exact != 0 ? pc : pc - 1);
  return frames->count == k_max_failure_frames ? _URC_END_OF_STACK : _URC_NO_REASON;
}

void send() {
  uint64_t sent = 0;
  while (sent < g_json.size()) {
    const long written = sys_write(g_report_fd, g_json.data() + sent, g_json.size() - sent);
    if (written == -EINTR) continue;
    if (written <= 0) return;
    sent += static_cast<uint64_t>(written);
  }
}

// The members that a replay writes (runtime/replay/README.md).
// Of a failure that is no signal.
const char* describe_failure() {
  static char text[sizeof(g_outcome->message) + 64];
  const char* message = g_outcome->message;
  switch (g_outcome->failure) {
    case k_failure_hang:
      return "hang";
    case k_failure_exit:
      snprintf(text, sizeof(text), "exit status %d", g_outcome->code);
      return text;
    case k_failure_exception:
      snprintf(text, sizeof(text), "uncaught exception %s", message);
      return text;
    case k_failure_assert:
      snprintf(text, sizeof(text), "failed assertion %s", message);
      return text;
    case k_failure_double_free:
      return "double free";
    default:
      return message[0] != 0 ? message : "abort";
  }
}

[[noreturn]] void report_alone() {
  const bool has_failed = g_outcome->verdict == k_verdict_failed;
  // A script may want a part that ends well.
  const bool is_wanted = has_failed || (g_watch.captures && g_outcome->verdict == k_verdict_passed);
  History history;
  read_history(&history);
  g_json.begin_object().text("outcome", is_wanted ? "followed" : "failure_differs");
  g_json.number("incalls", g_incalls).number("outcalls", history.outcalls);
  g_json.number("events", history.events).number("patched_bytes", history.patched_bytes);
  if (has_failed) g_json.text("ended", "failure");
  g_json.begin_object(has_failed ? "failure" : "actual");
  g_json.number("signal", static_cast<uint64_t>(g_outcome->signal));
  if (has_failed) {
    if (g_outcome->signal == 0) g_json.text("text", describe_failure());
    g_json.number("code", static_cast<uint64_t>(g_outcome->code));
    write_value(&g_json, "address", g_outcome->address, false);
    if (g_outcome->frame_count != 0) write_value(&g_json, "pc", g_outcome->frames[0], true);
    g_json.boolean("reproduced", true).text("side", "inside");
  } else {
    g_json.text("text", g_outcome->verdict == k_verdict_passed ? "does not fail" : g_outcome->why);
  }
  g_json.end().begin_array("notes").end().end();
  send();
  leave(is_wanted ? k_exit_followed : k_exit_failure_differs);
}

[[noreturn]] void end(CutawayVerdict verdict) {
  if (g_is_ending) leave(k_exit_internal);  // a fault meanwhile
  g_is_ending = true;
  finish_trace();
  g_outcome->incalls = g_incalls;
  g_outcome->failing = g_thread != nullptr ? g_thread->incall.number : 0;
  g_outcome->verdict = verdict;
  if (g_is_alone) report_alone();
  leave(0);
}

void copy_text(char* to, uint64_t size, const char* from) {
  uint64_t i = 0;
  for (; i + 1 < size && from[i] != 0; i++) to[i] = from[i];
  to[i] = 0;
}

// Before the first test: the tool reads the same JSON as of a replay.
[[noreturn]] void refuse(const char* outcome, const char* reason, const char* detail) {
  g_json.begin_object().text("outcome", outcome).text("reason", reason);
  if (detail != nullptr) g_json.text("detail", detail);
  g_json.end();
  send();
  leave(k_exit_failed_to_start);
}

bool is_asynchronous(Event failure) {
  const auto code = static_cast<int>(failure.payload()[0]);
  return failure.ident() == SIGABRT ? code == SI_USER : code <= 0;
}

}  // namespace

void collect_frames(Frames* frames) {
  frames->count = 0;
  _Unwind_Backtrace(add_frame, frames);
}

void keep_frames() { collect_frames(&g_kept_frames); }

void keep_outer_frames(const Frames& frames, uint32_t count) {
  g_kept_frames.count = count;
  memcpy(g_kept_frames.pcs, frames.pcs + frames.count - count, uint64_t{count} * 8);
}

void fail(CutawayFailureKind kind, bool has_kept_frames) {
  if (!has_kept_frames) keep_frames();
  g_outcome->failure = kind;
  g_outcome->frame_count = g_kept_frames.count;
  memcpy(g_outcome->frames, g_kept_frames.pcs, uint64_t{g_kept_frames.count} * 8);
  end(k_verdict_failed);
}

void pass() { end(k_verdict_passed); }

void stop() { end(k_verdict_stopped); }

void give_up(const char* why, const char* detail) {
  copy_text(g_outcome->why, sizeof(g_outcome->why), why);
  if (detail != nullptr) {
    const uint64_t size = strlen(g_outcome->why);
    copy_text(g_outcome->why + size, sizeof(g_outcome->why) - size, ": ");
    copy_text(g_outcome->why + size + 2, sizeof(g_outcome->why) - size - 2, detail);
  }
  end(k_verdict_unresolved);
}

void set_type(const char* text) { copy_text(g_outcome->type, sizeof(g_outcome->type), text); }

void set_message(const char* text) {
  copy_text(g_outcome->message, sizeof(g_outcome->message), text);
}

void add_to_message(const char* text) {
  const uint64_t size = strlen(g_outcome->message);
  copy_text(g_outcome->message + size, sizeof(g_outcome->message) - size, text);
}

// --- ending.h ------------------------------------------------------------------------------------

void capture_output(int stream, const char* text, uint64_t size) {
  if (g_is_alone) return;
  uint64_t& used = g_outcome->output_bytes[stream];
  if (size > k_most_output - used) size = k_most_output - used;
  char* area = reinterpret_cast<char*>(g_outcome) + k_outcome_bytes +
               static_cast<uint64_t>(stream) * k_most_output;
  memcpy(area + used, text, size);
  used += size;
}

void end_in_outside(Event event) {
  const bool is_called = g_thread != nullptr && g_thread->depth != 0;
  if (is_called) end_if_hung(event);
  // A function that does not return, such as errx, has ended the program.
  if (is_called && event.kind() != k_event_failure && !g_is_call_doubtful)
    watch_exit(g_watch.status);
  if (event.kind() != k_event_failure || is_asynchronous(event) || !is_called) pass();
  g_outcome->signal = static_cast<int>(event.ident());
  g_outcome->code = static_cast<int>(event.payload()[0]);
  end_if_overflown(event);
  if (g_is_call_inexact) give_up("the outside fails, but was called otherwise");
  g_outcome->stray = hash_stray_bytes();
  fail(k_failure_outside);
}

void end_in_inside(const ReplayThread&, Event event, const char*) {
  end_if_hung(event);
  end_if_overflown(event);
  pass();
}

void end_if_overflown(Event event) {
  if (!is_overflow_here(event) || has_skipped_outcalls()) return;
  g_outcome->signal = SIGSEGV;
  fail(k_failure_overflow);
}

void end_stopped() { pass(); }

void end_by_signal(uint32_t signal, uint64_t address, bool is_write) {
  cutaway_replay_failed(static_cast<int>(signal));
  g_outcome->signal = static_cast<int>(signal);
  g_outcome->code = is_write ? 1 : 0;
  g_outcome->address = address;
  if (g_is_live_running) give_up("a function of a library fails, but did not when recorded");
  if (is_overflow(address)) fail(k_failure_overflow);
  fail(signal == SIGABRT ? k_failure_abort : k_failure_signal);
}

// --- report.h ------------------------------------------------------------------------------------

void set_report_fd(int fd) {
  if (fd >= 0) g_report_fd = fd;
}

void report_divergence(const Divergence& divergence) {
  if (!divergence.has_actual) give_up(divergence.what, divergence.actual_text);
  char text[128];
  snprintf(text, sizeof(text), "%#lx %s", divergence.actual,
           divergence.actual_text != nullptr ? divergence.actual_text : "");
  give_up(divergence.what, text);
}

void report_bad_recording(const char* reason) {
  if (g_outcome == nullptr) refuse("bad_recording", reason, nullptr);
  give_up(reason);
}

void report_internal_error(const char* what) {
  if (g_outcome == nullptr) refuse("internal_error", what, nullptr);
  leave(k_exit_internal);
}

void fail_to_start(const char* reason, const char* detail) {
  if (g_outcome == nullptr) refuse("failed_to_start", reason, detail);
  give_up(reason, detail);
}

void report_other_build(const RecordedModule& module) {
  refuse("other_build", "another build than in the recording", module.path);
}

void report_followed(Event, FailureSide) { pass(); }

void report_stopped() { pass(); }

void report_failure_differs(Event, uint32_t, uint64_t, const char*) { pass(); }

}  // namespace cutaway::rt
