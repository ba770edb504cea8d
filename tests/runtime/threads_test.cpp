// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "fake_program.h"

using namespace cutaway;

constexpr int k_threads = 8;
constexpr int k_calls_each = 5000;

SCENARIO(many_threads) {
  std::atomic<int> in_there{0};
  std::atomic<int> collisions{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < k_threads; i++) {
    threads.emplace_back([&] {
      for (int n = 0; n < k_calls_each; n++) {
        inside([&](CutawayContext* context) {
          if (in_there++ != 0) collisions++;
          in_there--;
          outside(context, [] {});
          if (in_there++ != 0) collisions++;
          in_there--;
        });
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  return collisions == 0 ? 0 : 1;
}

TEST(RecordThreads, OneThreadIsInsideAtATime) {
  const RecordedRun run = record("many_threads");
  EXPECT_EQ(run.status, 0);
  EXPECT_TRUE(run.is_well_formed);
  EXPECT_EQ(run.of(k_event_incall).size(), size_t{k_threads * k_calls_each});
  EXPECT_EQ(run.of(k_event_outcall_return).size(), size_t{k_threads * k_calls_each});
}

TEST(RecordThreads, EventsOfAThreadFollowItsThreadEvent) {
  const RecordedRun run = record("many_threads");
  std::vector<std::vector<uint32_t>> open(k_max_threads);
  uint32_t thread = 0;
  for (const Event& event : run.events) {
    if (event.kind == k_event_thread) thread = event.ident;
    if (event.kind == k_event_incall || event.kind == k_event_outcall)
      open[thread].push_back(event.kind);
    if (event.kind == k_event_incall_return || event.kind == k_event_outcall_return) {
      ASSERT_FALSE(open[thread].empty());
      ASSERT_EQ(open[thread].back() + 1, event.kind);
      open[thread].pop_back();
    }
  }
}

SCENARIO(spinning_inside) {
  std::atomic<int> flag{0};
  std::thread other([&] {
    while (flag.load() == 0) {
    }
    inside([&](CutawayContext*) { flag = 2; });
  });
  inside([&](CutawayContext* context) {
    flag = 1;
    while (flag.load() != 2) counted_access(context);
  });
  other.join();
  return 0;
}

TEST(RecordThreads, AThreadThatSpinsInsideYieldsToTheOneItWaitsFor) {
  const RecordedRun run = record("spinning_inside");
  EXPECT_EQ(run.status, 0);
  EXPECT_GE(run.of(k_event_yield).size(), 1u);
}

SCENARIO(slots_are_recycled) {
  char* first = nullptr;
  for (int i = 0; i < 50; i++) {
    std::thread([&] {
      inside([&](CutawayContext* context) {
        if (first == nullptr) first = context->inside_sp;
        if (context->inside_sp != first) abort();
      });
    }).join();
  }
  return 0;
}

TEST(RecordThreads, InsideStacksAreRecycled) {
  const RecordedRun run = record("slots_are_recycled");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.of(k_event_thread).size(), 50u);
}
