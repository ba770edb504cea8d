// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Problem: a loop that does not end has no one place; what is the same each time it is looked at?
// Idea: look at the stack again and again. The frames that all of the last samples have in common,
// from the outermost on, and the function that the innermost of these called, which is in all of
// them, too, are the stack of the hang.
#include "runtime/shrink/hang.h"

#include <signal.h>
#include <sys/time.h>

#include "runtime/shrink/outcome.h"
#include "runtime/shrink/resync.h"
#include "runtime/shrink/watch.h"

namespace cutaway::rt {
namespace {

constexpr uint32_t k_period_ms = 5;
constexpr uint32_t k_samples = 16;

Frames g_samples[k_samples];  // the last ones
uint32_t g_sample_count;
uint64_t g_hang_ms, g_limit_ms;

const Frames& sample(uint32_t i) { return g_samples[i % k_samples]; }

// How many frames all samples have in common, from the outermost on.
uint32_t count_common(uint32_t first) {
  const Frames& last = sample(g_sample_count - 1);
  uint32_t common = last.count;
  for (uint32_t i = first; i + 1 < g_sample_count; i++) {
    const Frames& other = sample(i);
    uint32_t same = 0;
    while (same < common && same < other.count &&
           other.pcs[other.count - 1 - same] == last.pcs[last.count - 1 - same])
      same++;
    common = same;
  }
  return common;
}

[[noreturn]] void end_by_hang() {
  const uint32_t first = g_sample_count > k_samples ? g_sample_count - k_samples : 0;
  const Frames& last = sample(g_sample_count - 1);
  const uint32_t common = count_common(first);
  keep_outer_frames(last, common < last.count ? common + 1 : common);
  fail(k_failure_hang, /*has_kept_frames=*/true);
}

void on_sample(int, siginfo_t*, void*) {
  const uint64_t used_ms = uint64_t{++g_sample_count} * k_period_ms;
  if (!g_stream.next().is_end()) g_outcome->stream_ms = used_ms;
  collect_frames(&g_samples[(g_sample_count - 1) % k_samples]);
  if (used_ms - g_outcome->stream_ms >= g_hang_ms) end_by_hang();
  if (g_limit_ms != 0 && used_ms >= g_limit_ms) give_up("it took too long");
}

}  // namespace

void watch_time(uint64_t hang_ms, uint64_t limit_ms) {
  g_hang_ms = hang_ms;
  g_limit_ms = limit_ms;
  struct sigaction action{};
  action.sa_sigaction = on_sample;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigaction(SIGPROF, &action, nullptr);
  const timeval period{.tv_sec = 0, .tv_usec = 1000l * k_period_ms};
  const itimerval timer{.it_interval = period, .it_value = period};
  setitimer(ITIMER_PROF, &timer, nullptr);
}

void end_if_hung(Event event) {
  if (!g_watch.hangs || event.kind() != k_event_end_of_stream || has_skipped_outcalls()) return;
  // Not the same as a loop that asks nobody.
  set_message("waits for the outside");
  fail(k_failure_hang);
}

}  // namespace cutaway::rt
