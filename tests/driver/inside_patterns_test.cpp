// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/inside_patterns.h"

#include <gmock/gmock.h>

namespace cutaway::driver {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(SplitPatterns, SplitsAtSingleColonsOnly) {
  EXPECT_THAT(split_patterns("a::b:c.cc"), ElementsAre("a::b", "c.cc"));
  EXPECT_THAT(split_patterns("ns:::f"), ElementsAre("ns::", "f"));
}

TEST(SplitPatterns, SplitsAtNewlinesAndSkipsBlanks) {
  EXPECT_THAT(split_patterns("a\n\nb\n"), ElementsAre("a", "b"));
  EXPECT_THAT(split_patterns(""), IsEmpty());
}

TEST(CollectPatterns, TakesEachOnceInOrder) {
  CommandLine line;
  line.inside = {"b", "a"};
  EXPECT_THAT(collect_patterns(line, "a:c"), ElementsAre("b", "a", "c"));
}

}  // namespace
}  // namespace cutaway::driver
