// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "weave/user_object.h"

#include <gmock/gmock.h>

namespace cutaway {
namespace {

using testing::ElementsAre;

TEST(ObjectChanges, AreReadByKind) {
  auto changes = parse_changes("weaken f\ngroup g\nshare v\nstale s\nconstructors\nend\n", "x.o");
  ASSERT_TRUE(changes);
  EXPECT_FALSE(changes->is_whole);
  EXPECT_TRUE(changes->has_constructors);
  EXPECT_THAT(changes->replaced, ElementsAre("f", "g"));
  EXPECT_THAT(changes->shared, ElementsAre("v"));
  EXPECT_THAT(changes->stale, ElementsAre("s"));
}

TEST(ObjectChanges, ThatAreCutShortAreRefused) {
  EXPECT_FALSE(parse_changes("weaken f\n", "x.o"));
  EXPECT_FALSE(parse_changes("", "x.o"));
}

TEST(ObjectChanges, OfAWholeUnitAreNone) {
  auto changes = parse_changes("whole\n# 97 % of it are affected\n", "x.o");
  ASSERT_TRUE(changes);
  EXPECT_TRUE(changes->is_whole);
}

TEST(AffectedEstimate, CountsHoldersAndWhatWasInlinedThere) {
  Unit unit;
  unit.files = {"a.cc"};
  for (const char* name : {"inside", "holder", "helper", "other"})
    unit.functions.push_back({.name = name, .instructions = 10});
  const char* record = "v\t1\t\ni\tinside\tholder\ni\thelper\tholder\ni\thelper\tother\n";
  EXPECT_EQ(estimate_affected(unit, {"inside"}, record), 30u);
}

}  // namespace
}  // namespace cutaway
