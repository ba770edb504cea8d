// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// longjmp, threads, positions within a segment, checksums.
#include <gtest/gtest.h>

#include "replay_process.h"
#include "runtime/common/verify_hash.h"

namespace cutaway::by_hand {
namespace {

constexpr uint64_t k_stack_middle = k_inside_stacks + k_inside_stack_size / 2;

TEST(ReplayControl, LandsInASetjmpOfTheInside) {
  StreamBuilder stream;
  for (uint64_t i = 1; i < 4; i++) {
    stream.incall(k_jump, {})
        .outcall(k_site_jump, {})
        .landed(1, k_stack_middle - 256, i)
        .incall_return(k_jump, {i});
  }
  stream.incall(k_load_local, {}).incall_return(k_load_local, {k_stack_middle});
  const auto report = replay(stream.exit());
  EXPECT_EQ(report["outcome"], "followed") << report;
}

TEST(ReplayControl, LandsAcrossNestedCrossings) {
  StreamBuilder stream;
  stream.incall(k_jump, {}).outcall(k_site_jump, {});
  stream.incall(k_nest, {1}).outcall(k_site_relay, {1});
  stream.landed(1, k_stack_middle - 256, 5).incall_return(k_jump, {5});
  stream.incall(k_load_local, {}).incall_return(k_load_local, {k_stack_middle});
  const auto report = replay(stream.exit());
  EXPECT_EQ(report["outcome"], "followed") << report;
}

TEST(ReplayControl, AbandonsIncallsThatTheOutsideLeft) {
  StreamBuilder stream;
  stream.incall(k_nest, {1}).outcall(k_site_relay, {1});
  for (int i = 0; i < 100; i++) {
    stream.incall(k_nest, {2}).outcall(k_site_relay, {2}).event(k_event_abandon, 2);
  }
  stream.outcall_return(k_site_relay, {8}).incall_return(k_nest, {9});
  stream.incall(k_nest, {1}).outcall(k_site_relay, {1}).event(k_event_abandon, 0);
  stream.incall(k_load_local, {}).incall_return(k_load_local, {k_stack_middle});
  const auto report = replay(stream.exit());
  EXPECT_EQ(report["outcome"], "followed") << report;
}

TEST(ReplayControl, SwitchesThreadsDuringOutcalls) {
  StreamBuilder stream;
  stream.incall(k_nest, {1}).outcall(k_site_relay, {1});
  stream.thread(1).incall(k_nest, {2}).outcall(k_site_relay, {2});
  stream.thread(0).outcall_return(k_site_relay, {10}).incall_return(k_nest, {11});
  stream.thread(1).outcall_return(k_site_relay, {20}).incall_return(k_nest, {21});
  stream.incall(k_load_local, {})
      .incall_return(k_load_local, {k_stack_middle + k_inside_stack_size});
  const auto report = replay(stream.exit());
  EXPECT_EQ(report["outcome"], "followed") << report;
}

TEST(ReplayControl, AppliesPatchesAtTheRecordedAccess) {
  StreamBuilder stream;
  stream.incall(k_sum_accesses, {k_heap, 5}).patch_cell(k_heap, 1);
  stream.event(k_event_break, 3).patch_cell(k_heap, 10);
  stream.event(k_event_break, 5).patch_cell(k_heap, 100);
  stream.incall_return(k_sum_accesses, {1 + 1 + 10 + 10 + 100});
  const auto report = replay(stream.exit());
  EXPECT_EQ(report["outcome"], "followed") << report;
}

TEST(ReplayControl, ReportsABreakThatIsNotReached) {
  StreamBuilder stream;
  stream.incall(k_sum_accesses, {k_heap, 2}).event(k_event_break, 3).patch_cell(k_heap, 10);
  stream.incall_return(k_sum_accesses, {0});
  const auto report = replay(stream.exit());
  EXPECT_EQ(report["outcome"], "diverged") << report;
  EXPECT_EQ(report["expected"], "break");
}

TEST(ReplayControl, YieldsAtTheRecordedAccess) {
  StreamBuilder stream;
  stream.incall(k_sum_accesses, {k_heap, 4}).patch_cell(k_heap, 1).event(k_event_yield, 2);
  stream.thread(1).incall(k_store, {k_heap, 5}).incall_return(k_store, {});
  stream.thread(0).event(k_event_break, 2).patch_cell(k_heap, 100);
  stream.incall_return(k_sum_accesses, {1 + 5 + 5 + 100});
  const auto report = replay(stream.exit());
  EXPECT_EQ(report["outcome"], "followed") << report;
}

uint64_t hash_of_store(uint64_t address, uint64_t word) {
  uint64_t hash = rt::verify_mix(rt::k_verify_seed, address);
  hash = rt::verify_mix(hash, 8);
  return rt::verify_mix(hash, word);
}

TEST(ReplayControl, ComparesChecksumsOfStores) {
  StreamBuilder right;
  right.incall(k_store, {k_heap, 5}).event(k_event_checksum, 0, {hash_of_store(k_heap, 5)});
  EXPECT_EQ(replay(right.incall_return(k_store, {}).exit())["outcome"], "followed");
  StreamBuilder wrong;
  wrong.incall(k_store, {k_heap, 5}).event(k_event_checksum, 0, {hash_of_store(k_heap, 6)});
  EXPECT_EQ(replay(wrong.incall_return(k_store, {}).exit())["what"], "checksum");
}

}  // namespace
}  // namespace cutaway::by_hand
