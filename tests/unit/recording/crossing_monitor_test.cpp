// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/crossing_monitor.h"

#include <gtest/gtest.h>

namespace cutaway {
namespace {

TEST(CrossingLoad, IsTooOftenWhenCrossingTakesHalfOfTheTime) {
  EXPECT_FALSE(is_too_often({1'000'000, {}}));
  EXPECT_TRUE(is_too_often({20'000'000, {}}));
}

TEST(CrossingLoad, OfALogThatIsNotThereIsNothing) {
  EXPECT_EQ(measure_crossings("/nonexistent/log.raw", 1).per_second, 0u);
}

TEST(CrossingMonitor, EndsAtOnceWhenTheProgramHasEnded) {
  CrossingMonitor monitor("/nonexistent/log.raw", 1, [](const CrossingLoad&) { FAIL(); });
}

}  // namespace
}  // namespace cutaway
