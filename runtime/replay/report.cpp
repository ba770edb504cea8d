// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/replay/report.h"

#include <signal.h>

#include "runtime/common/system.h"
#include "runtime/common/text.h"
#include "runtime/replay/ending.h"
#include "runtime/replay/engine.h"
#include "runtime/replay/history.h"
#include "runtime/replay/json.h"
#include "runtime/replay/runtime.h"
#include "runtime/replay/tables.h"
#include "runtime/replay/thread.h"

namespace cutaway::rt {
namespace {

int g_report_fd = 2;
bool g_is_reporting;
Json g_json;  // static: may be used on a small signal stack

[[noreturn]] void leave(int code) {
  for (;;) raw_syscall(SYS_exit_group, code);
}

[[noreturn]] void send(int code) {
  g_json.end();
  uint64_t sent = 0;
  while (sent < g_json.size()) {
    const long written = sys_write(g_report_fd, g_json.data() + sent, g_json.size() - sent);
    if (written == -EINTR) continue;
    if (written <= 0) break;
    sent += static_cast<uint64_t>(written);
  }
  leave(code);
}

void begin(const char* outcome) {
  if (g_is_reporting) leave(k_exit_internal);  // a fault while reporting
  g_is_reporting = true;
  g_json.begin_object().text("outcome", outcome);
}

void write_notes() {
  g_json.begin_array("notes");
  for (uint32_t ident = 1; ident <= g_modules.recorded_count; ident++) {
    const RecordedModule& module = g_modules.recorded[ident];
    if (!module.is_other_build) continue;
    Line line;
    line.text("another build than in the recording: ").text(module.path);
    g_json.text(nullptr, line.c_str());
  }
  g_json.end();
}

void write_counts(const History& history) {
  g_json.number("incalls", history.incalls).number("outcalls", history.outcalls);
  g_json.number("events", history.events).number("patched_bytes", history.patched_bytes);
}

void write_place(const History& history) {
  g_json.number("event", history.events);
  if (g_thread == nullptr) return;
  g_json.number("incall", g_thread->incall.number).number("thread", g_thread->ident);
  if (g_thread->incall.function != 0)
    g_json.text("function", g_tables.functions[g_thread->incall.function].text);
}

const char* name_side(FailureSide side) {
  switch (side) {
    case FailureSide::inside:
      return "inside";
    case FailureSide::outside:
      return "outside";
    case FailureSide::asynchronous:
      return "asynchronous";
    case FailureSide::none:
      break;
  }
  return "none";
}

void write_recorded_failure(Event failure) {
  g_json.number("signal", failure.ident())
      .number("code", static_cast<uint32_t>(failure.payload()[0]));
  write_value(&g_json, "address", fault_address(failure), false);
  write_value(&g_json, "pc", failure.payload()[2], true);
}

void write_end(Event end, FailureSide side) {
  switch (end.kind()) {
    case k_event_exit:
      g_json.text("ended", "exit").number("exit_status", end.ident());
      break;
    case k_event_truncated:
      g_json.text("ended", "truncated").number("truncated_reason", end.ident());
      g_json.text("truncated_text", end.payload_words() != 0 ? end.text(0) : "");
      break;
    case k_event_failure:
      g_json.text("ended", "failure").begin_object("failure");
      write_recorded_failure(end);
      g_json.boolean("reproduced", side == FailureSide::inside).text("side", name_side(side)).end();
      break;
    default:
      g_json.text("ended", "killed");
  }
}

void write_difference(const Divergence& divergence) {
  g_json.text("what", divergence.what);
  if (divergence.index >= 0) g_json.number("index", static_cast<uint64_t>(divergence.index));
  if (divergence.has_expected) {
    write_value(&g_json, "expected", divergence.expected, false);
  } else if (divergence.expected_text != nullptr) {
    g_json.text("expected", divergence.expected_text);
  } else if (divergence.expected_kind != 0) {
    g_json.text("expected", name_event_kind(divergence.expected_kind));
  }
  if (divergence.has_actual) {
    write_value(&g_json, "actual", divergence.actual, false);
    if (divergence.actual_text != nullptr) g_json.text("actual_text", divergence.actual_text);
  } else if (divergence.actual_text != nullptr) {
    g_json.text("actual", divergence.actual_text);
  }
  if (divergence.site != nullptr) g_json.text("site", divergence.site);
}

}  // namespace

void set_report_fd(int fd) {
  if (fd >= 0) g_report_fd = fd;
}

void report_divergence(const Divergence& divergence) {
  begin("diverged");
  History history;
  read_history(&history);
  write_place(history);
  write_difference(divergence);
  const Event next = g_stream.next();
  const bool names_site = next.kind() == k_event_outcall || next.kind() == k_event_value;
  g_json.text("next_event", name_event_kind(next.kind()));
  if (names_site) g_json.text("expected_site", g_tables.sites[next.ident()].text);
  write_crossings(&g_json, history);
  write_notes();
  send(k_exit_diverged);
}

void report_bad_recording(const char* reason) {
  begin("bad_recording");
  History history;
  read_history(&history);
  write_place(history);
  g_json.text("reason", reason);
  write_crossings(&g_json, history);
  send(k_exit_failed_to_start);
}

void report_internal_error(const char* what) {
  begin("internal_error");
  g_json.text("reason", what);
  send(k_exit_internal);
}

void fail_to_start(const char* reason, const char* detail) {
  begin("failed_to_start");
  g_json.text("reason", reason);
  if (detail != nullptr) g_json.text("detail", detail);
  send(k_exit_failed_to_start);
}

void report_other_build(const RecordedModule& module) {
  begin("other_build");
  g_json.text("module", module.path).text("loaded", module.loaded->path);
  char text[49];
  const auto write_build_id = [&](const char* key, const unsigned char* id, uint32_t size) {
    for (uint32_t i = 0; i < size; i++) {
      text[2 * i] = "0123456789abcdef"[id[i] >> 4];
      text[2 * i + 1] = "0123456789abcdef"[id[i] & 15];
    }
    text[2 * size] = 0;
    g_json.text(key, text);
  };
  write_build_id("recorded_build_id", module.build_id, module.build_id_size);
  write_build_id("loaded_build_id", module.loaded->build_id, module.loaded->build_id_size);
  send(k_exit_failed_to_start);
}

void report_followed(Event end, FailureSide side) {
  begin("followed");
  finish_runtime(end);
  History history;
  read_history(&history);
  write_counts(history);
  write_end(end, side);
  write_notes();
  send(k_exit_followed);
}

void report_stopped() {
  begin("stopped");
  History history;
  read_history(&history);
  write_counts(history);
  write_notes();
  send(k_exit_followed);
}

void report_failure_differs(Event failure, uint32_t signal, uint64_t address, const char* actual) {
  begin("failure_differs");
  History history;
  read_history(&history);
  write_counts(history);
  write_place(history);
  g_json.begin_object("expected");
  write_recorded_failure(failure);
  g_json.end().begin_object("actual");
  g_json.number("signal", signal);
  if (signal != 0) write_value(&g_json, "address", address, false);
  g_json.text("text", actual).end();
  write_crossings(&g_json, history);
  write_notes();
  send(k_exit_failure_differs);
}

}  // namespace cutaway::rt
