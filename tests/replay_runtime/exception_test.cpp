// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <typeinfo>

#include "replay_process.h"

namespace cutaway::by_hand {
namespace {

constexpr uint64_t k_object = k_heap + 0x1080;

const void* int_type() { return &typeid(int); }

TEST(ReplayException, ThrowsInAndTheInsideCatches) {
  StreamBuilder stream;
  for (int i = 0; i < 3; i++) {
    stream.incall(k_catch_int, {1}).outcall(k_site_may_throw, {1});
    stream.outcall_throw(k_site_may_throw, k_object, int_type(), "i")
        .patch(k_object, std::string("\x2a\0\0\0", 4));
    stream.incall_return(k_catch_int, {42});
  }
  const auto report = replay(stream.exit());
  EXPECT_EQ(report["outcome"], "followed") << report;
}

TEST(ReplayException, ThrowsInATypeThatIsNotLoaded) {
  StreamBuilder stream;
  stream.incall(k_catch_int, {1}).outcall(k_site_may_throw, {1});
  stream.outcall_throw(k_site_may_throw, k_object, Slot(0x7f0000001230), "7Unknown")
      .incall_return(k_catch_int, {99});
  const auto report = replay(stream.exit());
  EXPECT_EQ(report["outcome"], "followed") << report;
}

TEST(ReplayException, FollowsAThrowOfTheInside) {
  StreamBuilder stream;
  for (int i = 0; i < 3; i++) {
    stream.incall(k_throw_int, {})
        .outcall(k_site_allocate, {4})
        .outcall_return(k_site_allocate, {k_object});
    stream.throwing(k_object, int_type(), "i").incall_throw(k_throw_int, k_object, int_type(), "i");
  }
  const auto report = replay(stream.exit());
  EXPECT_EQ(report["outcome"], "followed") << report;
}

TEST(ReplayException, ThrowsInWhatLeftTheInside) {
  StreamBuilder stream;
  stream.incall(k_catch_int, {1}).outcall(k_site_may_throw, {1});
  stream.incall(k_throw_int, {})
      .outcall(k_site_allocate, {4})
      .outcall_return(k_site_allocate, {k_object});
  stream.throwing(k_object, int_type(), "i").incall_throw(k_throw_int, k_object, int_type(), "i");
  stream.outcall_throw(k_site_may_throw, k_object, int_type(), "i").incall_return(k_catch_int, {7});
  const auto report = replay(stream.exit());
  EXPECT_EQ(report["outcome"], "followed") << report;
}

TEST(ReplayException, PassesThroughTheInsideWithCleanups) {
  StreamBuilder stream;
  stream.incall(k_throw_through, {}).outcall(k_site_may_throw, {0});
  stream.outcall_throw(k_site_may_throw, k_object, int_type(), "i");
  stream.outcall(k_site_ask, {1, 2}).outcall_return(k_site_ask, {0});
  stream.incall_throw(k_throw_through, k_object, int_type(), "i");
  const auto report = replay(stream.exit());
  EXPECT_EQ(report["outcome"], "followed") << report;
}

TEST(ReplayException, ReportsAnotherThrownObject) {
  StreamBuilder stream;
  stream.incall(k_throw_through, {}).outcall(k_site_may_throw, {0});
  stream.outcall_throw(k_site_may_throw, k_object, int_type(), "i");
  stream.outcall(k_site_ask, {1, 2}).outcall_return(k_site_ask, {0});
  stream.incall_throw(k_throw_through, k_object + 16, int_type(), "i");
  EXPECT_EQ(replay(stream.exit())["what"], "thrown object");
}

TEST(ReplayException, ReportsAReturnWhereTheRecordingThrew) {
  StreamBuilder stream;
  stream.incall(k_read_cell, {k_heap}).incall_throw(k_read_cell, k_object, int_type(), "i");
  const auto report = replay(stream.exit());
  EXPECT_EQ(report["expected"], "incall throw") << report;
  EXPECT_EQ(report["actual"], "incall returns");
}

}  // namespace
}  // namespace cutaway::by_hand
