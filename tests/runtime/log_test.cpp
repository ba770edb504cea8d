// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "fake_program.h"

using namespace cutaway;

SCENARIO(environment) {
  const bool is_clean = getenv("CUTAWAY_LOG") == nullptr && getenv("CUTAWAY_OPTIONS") == nullptr &&
                        getenv("LD_PRELOAD") == nullptr && getenv("PATH") != nullptr;
  return is_clean && is_recording() ? 0 : 1;
}

TEST(RecordLog, ProgramSeesItsOwnEnvironment) {
  const RecordedRun run = record("environment");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.errors, "");
}

SCENARIO(empty_incalls) {
  for (int i = 0; i < 100'000; i++) {
    inside([](CutawayContext*) {});
  }
  return 0;
}

TEST(RecordLog, GrowsOverManyWindowsAndEndsWithExit) {
  const RecordedRun run = record("empty_incalls");
  ASSERT_EQ(run.status, 0);
  EXPECT_TRUE(run.is_well_formed);
  EXPECT_EQ(run.of(k_event_incall).size(), 100'000u);
  EXPECT_EQ(run.of(k_event_incall_return).size(), 100'000u);
  EXPECT_EQ(run.of(k_event_function).size(), 1u);
  EXPECT_EQ(run.of(k_event_thread).size(), 1u);
  EXPECT_EQ(run.events.back().kind, static_cast<uint32_t>(k_event_exit));
  EXPECT_LT(run.log_bytes, 100'000u * 16 + 16'384);
}

TEST(RecordLog, ListsModulesBeforeEverythingElse) {
  const RecordedRun run = record("environment");
  ASSERT_FALSE(run.events.empty());
  EXPECT_EQ(run.events[0].kind, static_cast<uint32_t>(k_event_module));
  EXPECT_EQ(run.events[0].words[2], static_cast<uint64_t>(k_module_woven));
  EXPECT_GT(run.of(k_event_module).size(), 3u);
}

SCENARIO(kill_inside) {
  return inside([](CutawayContext*) { kill(getpid(), SIGKILL); }) ? 0 : 1;
}

TEST(RecordLog, KeepsEventsWhenKilled) {
  const RecordedRun run = record("kill_inside");
  EXPECT_EQ(WTERMSIG(run.status), SIGKILL);
  EXPECT_TRUE(run.is_well_formed);
  ASSERT_FALSE(run.events.empty());
  EXPECT_EQ(run.events.back().kind, static_cast<uint32_t>(k_event_incall));
}

TEST(RecordLog, StopsAtMaxEvents) {
  const RecordedRun run = record("empty_incalls", {.options = "max_events=1000"});
  EXPECT_EQ(run.status, 0);
  EXPECT_TRUE(run.is_well_formed);
  EXPECT_EQ(run.events.size(), 1001u);
  EXPECT_EQ(run.events.back().kind, static_cast<uint32_t>(k_event_truncated));
  EXPECT_EQ(run.events.back().ident, static_cast<uint32_t>(k_truncated_max_events));
}

SCENARIO(incalls_that_fill_a_disk) {
  for (int i = 0; i < 1'200'000; i++) {
    inside([](CutawayContext*) {});
  }
  return 0;
}

TEST(RecordLog, StopsAtMaxSize) {
  const RecordedRun run = record("incalls_that_fill_a_disk", {.options = "max_size=300000"});
  EXPECT_EQ(run.status, 0);
  EXPECT_LE(run.log_bytes, 300'000u);
  EXPECT_GT(run.log_bytes, 290'000u);
  EXPECT_EQ(run.events.back().ident, static_cast<uint32_t>(k_truncated_max_size));
}

SCENARIO(stop_while_inside) {
  // Recording ends in the middle of an incall: frames of the record flavour go on.
  const bool was_inside = inside([](CutawayContext* context) {
    for (int i = 0; i < 1000; i++) {
      outside(context, [] {});
    }
  });
  const bool is_over = !inside([](CutawayContext*) {});
  return was_inside && is_over && g_fake_module.mode == k_mode_off ? 0 : 1;
}

TEST(RecordLog, LetsFramesGoOnWhenRecordingEnds) {
  const RecordedRun run = record("stop_while_inside", {.options = "max_events=100"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.events.back().kind, static_cast<uint32_t>(k_event_truncated));
}

TEST(RecordLog, FileSizeLimitTruncatesWithoutSignal) {
  const RecordedRun run = record("incalls_that_fill_a_disk", {.file_size_limit = 1 << 20});
  EXPECT_EQ(run.status, 0);
  EXPECT_TRUE(run.is_well_formed);
  EXPECT_EQ(run.events.back().ident, static_cast<uint32_t>(k_truncated_disk_full));
}

TEST(RecordLog, FullDiskTruncatesWithoutSignal) {
  char folder[] = "/tmp/cutaway-disk-XXXXXX";
  ASSERT_NE(mkdtemp(folder), nullptr);
  if (mount("tmpfs", folder, "tmpfs", 0, "size=1280k") != 0) {
    rmdir(folder);
    GTEST_SKIP() << "cannot mount a small file system";
  }
  const RecordedRun run = record("incalls_that_fill_a_disk", {.log = std::string(folder) + "/log"});
  umount(folder);
  rmdir(folder);
  EXPECT_EQ(run.status, 0);
  EXPECT_TRUE(run.is_well_formed);
  ASSERT_FALSE(run.events.empty());
  EXPECT_EQ(run.events.back().ident, static_cast<uint32_t>(k_truncated_disk_full));
  EXPECT_GT(run.log_bytes, 1'000'000u);
}

SCENARIO(not_recorded) { return is_recording() ? 1 : 0; }

TEST(RecordLog, WarnsOnceAndRunsOnWhenLogCannotBeCreated) {
  const RecordedRun run = record("not_recorded", {.log = "/nonexistent/log"});
  EXPECT_EQ(run.status, 0);
  EXPECT_NE(run.errors.find("/nonexistent/log: cannot create it: recording is off"),
            std::string::npos);
}

SCENARIO(crash_inside) {
  inside([](CutawayContext*) { *reinterpret_cast<volatile int*>(0x123) = 1; });
  return 0;
}

TEST(RecordLog, RecordsFailureAndDiesOfIt) {
  const RecordedRun run = record("crash_inside");
  EXPECT_EQ(WTERMSIG(run.status), SIGSEGV);
  const Event& last = run.events.back();
  EXPECT_EQ(last.kind, static_cast<uint32_t>(k_event_failure));
  EXPECT_EQ(last.ident, static_cast<uint32_t>(SIGSEGV));
  EXPECT_EQ(last.words[1], 0x123u);
  EXPECT_EQ(last.words[2] >> k_module_bits, 1u);
}

static int overflow(int n) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(n);
  return n == -1 ? 0 : overflow(n + 1) + frame[0];
}
SCENARIO(stack_overflow) {
  return inside([](CutawayContext*) { overflow(0); }) ? 0 : 1;
}

TEST(RecordLog, RecordsStackOverflow) {
  const RecordedRun run = record("stack_overflow");
  EXPECT_EQ(WTERMSIG(run.status), SIGSEGV);
  EXPECT_EQ(run.events.back().kind, static_cast<uint32_t>(k_event_failure));
}

SCENARIO(abort_outside) {
  inside([](CutawayContext* context) { outside(context, [] { abort(); }); });
  return 0;
}

TEST(RecordLog, RecordsAbort) {
  const RecordedRun run = record("abort_outside");
  EXPECT_EQ(WTERMSIG(run.status), SIGABRT);
  EXPECT_EQ(run.events.back().kind, static_cast<uint32_t>(k_event_failure));
  EXPECT_EQ(run.events.back().ident, static_cast<uint32_t>(SIGABRT));
}
