// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shrink/ddmin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace cutaway {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Elements first(uint32_t count) {
  Elements all(count);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

// Fails where `fails` says so; counts the tests as if done one by one.
struct Program {
  std::function<bool(const Elements&)> fails;
  size_t tests = 0;

  FindFailing oracle() {
    return [this](const Candidates& candidates) -> std::optional<size_t> {
      for (size_t i = 0; i < candidates.count; ++i) {
        ++tests;
        if (fails(candidates.make(i))) return i;
      }
      return std::nullopt;
    };
  }
};

bool has(const Elements& all, uint32_t element) { return std::ranges::binary_search(all, element); }

TEST(Ddmin, FindsTwoElementsThatAreNeededTogether) {
  Program program{[](const Elements& part) { return has(part, 17) && has(part, 812); }};
  Minimum minimum = ddmin(first(1000), program.oracle());
  EXPECT_THAT(minimum.elements, ElementsAre(17, 812));
  EXPECT_TRUE(minimum.is_minimal);
  EXPECT_LT(program.tests, 60u);
}

TEST(Ddmin, LeavesNothingWhereNothingIsNeeded) {
  Program program{[](const Elements&) { return true; }};
  EXPECT_THAT(ddmin(first(100), program.oracle()).elements, IsEmpty());
  EXPECT_EQ(program.tests, 1u);
}

TEST(Ddmin, KeepsAllWhereAllAreNeeded) {
  Program program{[](const Elements& part) { return part.size() == 9; }};
  Minimum minimum = ddmin(first(9), program.oracle());
  EXPECT_EQ(minimum.elements.size(), 9u);
  EXPECT_TRUE(minimum.is_minimal);
}

// An element that can go only after another one has gone.
TEST(Ddmin, GoesOnUntilNoSingleElementCanBeLeftOut) {
  Program program{[](const Elements& part) {
    bool is_whole = !has(part, 5) || has(part, 2);  // 5 needs 2
    return has(part, 7) && is_whole;
  }};
  EXPECT_THAT(ddmin(first(8), program.oracle()).elements, ElementsAre(7));
}

TEST(Ddmin, GivesWhatItHasWhenItIsStopped) {
  Program program{[](const Elements& part) { return has(part, 3); }};
  Minimum minimum = ddmin(first(1000), program.oracle(), [&] { return program.tests >= 5; });
  EXPECT_TRUE(has(minimum.elements, 3));
  EXPECT_FALSE(minimum.is_minimal);
  EXPECT_LT(minimum.elements.size(), 1000u);
}

}  // namespace
}  // namespace cutaway
