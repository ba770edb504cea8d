// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One process has the recording loaded and forks for each test (abi/shrink.h).
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "abi/shrink.h"
#include "runtime/common/options.h"
#include "runtime/common/system.h"
#include "runtime/replay/asan.h"
#include "runtime/replay/engine.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/outcall.h"
#include "runtime/replay/own_memory.h"
#include "runtime/replay/report.h"
#include "runtime/replay/runtime.h"
#include "runtime/replay/segment.h"
#include "runtime/shrink/against.h"
#include "runtime/shrink/block_map.h"
#include "runtime/shrink/constructed.h"
#include "runtime/shrink/edits.h"
#include "runtime/shrink/given_texts.h"
#include "runtime/shrink/global_redzones.h"
#include "runtime/shrink/hang.h"
#include "runtime/shrink/lifetimes.h"
#include "runtime/shrink/live_functions.h"
#include "runtime/shrink/outcome.h"
#include "runtime/shrink/overlaps.h"
#include "runtime/shrink/patch_causes.h"
#include "runtime/shrink/resync.h"
#include "runtime/shrink/subset.h"
#include "runtime/shrink/test_asan.h"
#include "runtime/shrink/text_patches.h"
#include "runtime/shrink/trace.h"
#include "runtime/shrink/watch.h"

namespace cutaway::rt {
namespace {

constexpr uint32_t k_max_tests = 64;
constexpr uint64_t k_patience = 20;  // wall time for each second of processor time
constexpr uint64_t k_max_request_words = 1 << 26;
constexpr uint64_t k_alone_hang_ms = 2000;

struct RunningTest {
  pid_t process;  // 0: the slot is free
  uint64_t deadline_ms;
  CutawayTestOutcome* outcome;
};

struct Server {
  Options options;
  RunningTest tests[k_max_tests];
  uint32_t running;
  int children;  // signalfd for SIGCHLD
};
Server g_server;

// The test that this process is, after a fork.
struct Request {
  CutawayTestRequest header;
  KeptSet incalls;
  KeptSet patches;
  EditList incall_edits;
  EditList patch_edits;
};
Request g_request;
bool g_is_patch_useful = true;  // the stretch that is being written

uint64_t now_ms() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1000 + static_cast<uint64_t>(now.tv_nsec) / 1000000;
}

// False at the end of the input.
bool read_exactly(int fd, void* to, uint64_t size) {
  char* at = static_cast<char*>(to);
  while (size != 0) {
    const long got = raw_syscall(SYS_read, fd, to_word(at), size);
    if (got == -EINTR) continue;
    if (got <= 0) return false;
    at += got;
    size -= static_cast<uint64_t>(got);
  }
  return true;
}

void write_exactly(int fd, const void* from, uint64_t size) {
  const char* at = static_cast<const char*>(from);
  while (size != 0) {
    const long wrote = sys_write(fd, at, size);
    if (wrote == -EINTR) continue;
    if (wrote <= 0) _exit(k_exit_internal);
    at += wrote;
    size -= static_cast<uint64_t>(wrote);
  }
}

// Room for one part of a request; the next request has it, too.
struct RequestBuffer {
  uint64_t* words;
  uint64_t capacity;
};

// Null: there are none.
const uint64_t* read_words(int fd, uint64_t count, RequestBuffer& buffer) {
  if (count == 0) return nullptr;
  if (count > k_max_request_words) _exit(k_exit_internal);
  if (buffer.capacity < count) buffer = {own_allocate_array<uint64_t>(2 * count), 2 * count};
  if (!read_exactly(fd, buffer.words, count * 8)) _exit(0);
  return buffer.words;
}

KeptSet read_set(int fd, uint64_t word_count, RequestBuffer& buffer) {
  return {read_words(fd, word_count, buffer), word_count};
}

EditList read_edits(int fd, uint64_t count, RequestBuffer& buffer) {
  static_assert(sizeof(CutawayEdit) == 16);
  return {reinterpret_cast<const CutawayEdit*>(read_words(fd, 2 * count, buffer)), count};
}

void read_request(int fd) {
  static RequestBuffer buffers[4];
  CutawayTestRequest& header = g_request.header;
  if (!read_exactly(fd, &header, sizeof(header))) _exit(0);
  g_request.incalls = read_set(fd, header.incall_words, buffers[0]);
  g_request.patches = read_set(fd, header.patch_words, buffers[1]);
  g_request.incall_edits = read_edits(fd, header.incall_edits, buffers[2]);
  g_request.patch_edits = read_edits(fd, header.patch_edits, buffers[3]);
}

RunningTest* free_slot() {
  for (RunningTest& test : g_server.tests)
    if (test.process == 0) return &test;
  return nullptr;
}

void finish(RunningTest& test) {
  write_exactly(g_server.options.report_fd, test.outcome, sizeof(*test.outcome));
  const char* output = reinterpret_cast<const char*>(test.outcome) + k_outcome_bytes;
  for (uint64_t i = 0; i < k_watched_streams; i++, output += k_most_output)
    write_exactly(g_server.options.report_fd, output, test.outcome->output_bytes[i]);
  test.process = 0;
  g_server.running--;
}

uint64_t microseconds(const timeval& time) {
  return static_cast<uint64_t>(time.tv_sec) * 1000000 + static_cast<uint64_t>(time.tv_usec);
}

void reap() {
  signalfd_siginfo ignored;
  while (raw_syscall(SYS_read, g_server.children, to_word(&ignored), sizeof(ignored)) > 0) {
  }
  for (;;) {
    int status = 0;
    rusage used{};
    const pid_t process = wait4(-1, &status, WNOHANG, &used);
    if (process <= 0) return;
    const bool is_late = WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF;
    for (RunningTest& test : g_server.tests) {
      if (test.process != process) continue;
      if (is_late && test.outcome->verdict == k_verdict_died)
        test.outcome->verdict = k_verdict_timeout;
      test.outcome->used_us = microseconds(used.ru_utime) + microseconds(used.ru_stime);
      finish(test);
    }
  }
}

void stop_late_tests() {
  const uint64_t now = now_ms();
  for (RunningTest& test : g_server.tests) {
    if (test.process == 0 || test.deadline_ms > now) continue;
    kill(test.process, SIGKILL);
    waitpid(test.process, nullptr, 0);
    if (test.outcome->verdict == k_verdict_died) test.outcome->verdict = k_verdict_timeout;
    finish(test);
  }
}

int wait_ms() {
  uint64_t next = ~0ull;
  for (const RunningTest& test : g_server.tests)
    if (test.process != 0 && test.deadline_ms < next) next = test.deadline_ms;
  if (next == ~0ull) return -1;
  const uint64_t now = now_ms();
  return next > now ? static_cast<int>(next - now) : 0;
}

// True in the child.
bool start_test() {
  read_request(g_server.options.request_fd);
  RunningTest* test = free_slot();
  memset(test->outcome, 0, sizeof(*test->outcome));
  test->outcome->test = g_request.header.test;
  const uint32_t timeout = g_request.header.timeout_ms;
  test->deadline_ms = timeout != 0 ? now_ms() + k_patience * timeout : ~0ull - 1;
  test->process = fork();
  if (test->process < 0) _exit(k_exit_internal);
  if (test->process == 0) {
    g_outcome = test->outcome;
    return true;
  }
  g_server.running++;
  return false;
}

// Returns in a child only.
void serve() {
  for (;;) {
    pollfd events[2] = {{g_server.children, POLLIN, 0}, {g_server.options.request_fd, POLLIN, 0}};
    const bool has_room = g_server.running < k_max_tests;
    poll(events, has_room ? 2 : 1, wait_ms());
    if ((events[0].revents & POLLIN) != 0) reap();
    stop_late_tests();
    if (has_room && events[1].revents != 0 && start_test()) return;
  }
}

bool prepare_server(const Options& options) {
  g_server.options = options;
  setpgid(0, 0);  // Ctrl-C is for the tool: the best so far is still to be written
  constexpr uint64_t k_bytes = k_outcome_bytes + k_watched_streams * k_most_output;
  auto* shared = static_cast<char*>(
      sys_map(0, k_max_tests * k_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS));
  if (shared == nullptr) return false;
  for (uint32_t i = 0; i < k_max_tests; i++)
    g_server.tests[i].outcome = reinterpret_cast<CutawayTestOutcome*>(shared + i * k_bytes);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  sigprocmask(SIG_BLOCK, &signals, nullptr);
  g_server.children = signalfd(-1, &signals, SFD_NONBLOCK | SFD_CLOEXEC);
  // Changed code is not traced; its libraries may lie where the shadow would.
  const bool can_trace =
      is_program_changed() ||
      (prepare_trace() && prepare_constructed(options.has_releases ? options.releases_fd : -1));
  return g_server.children >= 0 && can_trace && prepare_patches() && prepare_given_texts();
}

[[noreturn]] void write_stream() {
  CutawayRawHeader header{};
  memcpy(header.magic, "CUTRAW\0", sizeof(header.magic));
  header.version = k_format_version;
  static char padded[k_raw_header_bytes];
  memcpy(padded, &header, sizeof(header));
  const int fd = g_server.options.write_fd;
  write_exactly(fd, padded, sizeof(padded));
  const StreamWords stream = bring_texts_forward((g_request.header.flags & k_test_numbers) != 0);
  write_exactly(fd, stream.begin, static_cast<uint64_t>(stream.end - stream.begin) * 8);
  const int releases_fd = g_server.options.releases_fd;
  write_constructed(releases_fd, write_releases(releases_fd));
  g_outcome->verdict = k_verdict_written;
  _exit(0);
}

void set_modes(uint32_t mode) {
  for (uint32_t i = 0; i < g_modules.loaded_count; i++) {
    CutawayModule* woven = g_modules.loaded[i].woven;
    if (woven == nullptr) continue;
    woven->mode = mode;
    for (CutawayFunction* f = woven->functions_begin; f != woven->functions_end; f++)
      f->leaves_zoom = f->leaves_replay;
  }
}

// The processor time that a test may use; SIGPROF ends it.
void limit_time(uint32_t milliseconds) {
  if (milliseconds == 0) return;
  itimerval timer{};
  timer.it_value.tv_sec = milliseconds / 1000;
  timer.it_value.tv_usec = 1000l * (milliseconds % 1000);
  setitimer(ITIMER_PROF, &timer, nullptr);
}

void become_test() {
  const uint32_t flags = g_request.header.flags;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const uint64_t hang_ms = g_request.header.hang_ms;
  if (hang_ms != 0) watch_time(hang_ms, g_request.header.timeout_ms);
  else limit_time(g_request.header.timeout_ms);
  const bool learns = (flags & k_test_learn) != 0;
  if (learns) forget_patches();
  edit_stream(g_request.incall_edits, g_request.patch_edits);
  if (g_request.incalls.words != nullptr || g_request.patches.words != nullptr ||
      are_patches_learned()) {
    reduce_stream(g_request.incalls, g_request.patches);
  }
  if ((flags & k_test_write) != 0) write_stream();
  prepare_resync();
  g_resync = {.learns = learns,
              .has_live = (flags & k_test_no_live) == 0,
              .replaces = (flags & (k_test_replace_0 | k_test_replace_1)) != 0,
              .replacement = (flags & k_test_replace_1) != 0 ? ~0ull : 0,
              .reads_numbers = (flags & k_test_numbers) != 0};
  if ((flags & k_test_against) != 0)
    start_against(g_server.options.write_fd, g_request.header.most_differences);
  if ((flags & k_test_traced) == 0) return;
  g_trace = {.is_traced = true,
             .learns = learns,
             .dependence_fd = learns ? g_server.options.write_fd : -1};
  set_modes(k_mode_zoom);
  g_engine_options.enters = true;
  g_stream.verify = true;
  start_trace();
}

// `cutaway replay` of a shrunk recording: one test, which reports as a replay does.
void become_replay(const Options& options) {
  static CutawayTestOutcome outcome;
  g_outcome = &outcome;
  g_is_alone = true;
  g_resync = {.has_live = options.live, .reads_numbers = options.numbers};
  if (g_watch.hangs) watch_time(k_alone_hang_ms, 0);
  prepare_resync();
}

}  // namespace

// Where a zoom has them: a traced test needs the shadow. Of a failure that is endless recursion
// each test fills the stack: it is smaller than that of a replay, but several times the usual one.
const Places k_places = {
    0x680000000000ull, 0x1000ull << 32, {0x680000000000ull, 0x700000000000ull}, false, 32ull << 20};

void prepare_runtime(const Options& options) {
  if (options.watch != nullptr && !prepare_watch(options.watch))
    fail_to_start("what makes a test fail is not understood", options.watch);
  if (!poison_globals()) fail_to_start("a woven file has no sections, which name its variables");
  prepare_sites();
  prepare_lifetimes(options.has_releases ? options.releases_fd : -1);
  if (options.request_fd < 0) return become_replay(options);
  if (!prepare_server(options)) fail_to_start("the server of tests cannot start");
  serve();
  become_test();
}

bool repair_access(int signal, siginfo_t* info, void*) {
  if (is_useless_pointer(info->si_code))
    give_up("a pointer of the outside to what is another block here");
  return signal == SIGSEGV && map_shadow(to_word(info->si_addr));
}

void before_incall(const uint64_t* arguments, uint64_t count) {
  if (g_against.is_on) return;
  for (uint64_t i = 0; i < count; i++) check_outside_word(arguments[i]);
}

bool before_patch(Event event, uint64_t address, const void* bytes, uint64_t size) {
  if (!g_against.is_on && !may_outside_write(address)) return false;
  if (g_resync.learns) g_is_patch_useful = learn_patch(event, address, bytes, size);
  return true;
}

void after_patch(uint64_t address, uint64_t size) {
  check_outside_words(address, size);
  if (!g_is_patch_useful) return;
  uint32_t cause = g_resync.learns ? find_cause(address) : 0;
  // What an allocator writes to a block that is free: a use after that needs the release.
  if (cause == 0) cause = releasing_incall(address);
  if (cause != 0) {
    note_written_by(cause - 1, address, size);
  } else {
    note_known(address, size);
  }
}

// The program of this test has it: a block, or a frame of the running incall, which may stand
// elsewhere than it did.
static bool is_ours(uint64_t address) {
  const bool is_in_frame =
      address >= to_word(g_thread->inside_sp) && address < g_thread->incall.inside_sp;
  return is_in_frame || is_in_block(address);
}

// What is ours stays as it is.
bool write_fresh(uint64_t address, uint64_t size) {
  if (g_against.is_on) return fill_fresh(address, size);
  const uint64_t end = address + size;
  while (address < end) {
    const uint64_t start = address;
    const bool is_kept = is_ours(start);
    do {
      address = round_down(address, k_block_unit) + k_block_unit;
    } while (address < end && is_ours(address) == is_kept);
    const uint64_t count = (address < end ? address : end) - start;
    if (is_kept) continue;
    if (!fill_fresh(start, count)) return false;
    note_fresh(start, count);
    note_other_block(start, count);
  }
  return true;
}

void finish_runtime(Event) {}

// A traced test looks which memory is there; that is allowed with a log.
int log_descriptor() {
  if (g_against.is_on) return g_against.fd;
  if (!g_trace.is_traced) return -1;
  return g_trace.dependence_fd >= 0 ? g_trace.dependence_fd : g_server.options.report_fd;
}

void attach_module(CutawayModule* module) {
  const auto set = [&](int index, auto* hook) {
    module->calls[index] = reinterpret_cast<void*>(hook);
  };
  const auto unexpected = [] { report_internal_error("record code ran in a test"); };
  for (int i = 0; i < k_call_count; i++) set(i, static_cast<void (*)()>(unexpected));
  attach_trace(module);
  set(k_call_position_reached, on_position_reached);
  set(k_call_outcall, resync_outcall);
  set(k_call_caught, on_caught);
  set(k_call_throwing, resync_throwing);
  set(k_call_value, resync_value);
  set(k_call_setjmp_begin, on_setjmp_begin);
  set(k_call_setjmp_end, on_setjmp_end);
  set(k_call_asan_report, test_asan_report);
  set(k_call_asan_reported, on_asan_reported);
  set(k_call_asan_is_poisoned, test_asan_is_poisoned);
  set(k_call_asan_exit, +[](void*) {});
  module->mode = k_mode_replay;
}

}  // namespace cutaway::rt
