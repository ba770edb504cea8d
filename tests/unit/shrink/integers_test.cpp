// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shrink/integers.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace cutaway {
namespace {

// Has the property where `fails` says so; counts the questions.
struct Program {
  std::function<bool(Integer)> fails;
  size_t tests = 0;

  long long simplest(Integer value) {
    return static_cast<long long>(
        simplest_integer(value, [this](const std::vector<Integer>& all) -> std::optional<size_t> {
          for (size_t i = 0; i < all.size(); ++i) {
            ++tests;
            if (fails(all[i])) return i;
          }
          return std::nullopt;
        }));
  }
};

TEST(SimplestInteger, IsTheBoundOfAnInequality) {
  Program program{[](Integer value) { return value >= 1000; }};
  EXPECT_EQ(program.simplest(987'654), 1000);
  EXPECT_LT(program.tests, 25u);
}

TEST(SimplestInteger, KeepsTheSignWhereItMatters) {
  Program program{[](Integer value) { return value <= -77; }};
  EXPECT_EQ(program.simplest(std::numeric_limits<int64_t>::min()), -77);
}

TEST(SimplestInteger, IsZeroWhereTheValueDoesNotMatter) {
  Program program{[](Integer) { return true; }};
  EXPECT_EQ(program.simplest(42), 0);
  EXPECT_EQ(program.tests, 1u);
}

TEST(SimplestInteger, IsOneRatherThanMinusOne) {
  Program program{[](Integer value) { return value != 0; }};
  EXPECT_EQ(program.simplest(-1), 1);
}

TEST(SimplestInteger, OfAPositiveOneIsNotNegative) {
  Program program{[](Integer value) { return value < 0 || value > 1; }};
  EXPECT_EQ(program.simplest(9), 2);
}

TEST(SimplestInteger, StaysWhereNoOtherFails) {
  Program program{[](Integer value) { return value == 75; }};
  EXPECT_EQ(program.simplest(75), 75);
}

TEST(SimplestInteger, OfTheLargestIsFoundWithFewTests) {
  Program program{[](Integer value) { return value == Integer{UINT64_MAX}; }};
  EXPECT_EQ(static_cast<uint64_t>(program.simplest(Integer{UINT64_MAX})), UINT64_MAX);
  EXPECT_LT(program.tests, 130u);
}

}  // namespace
}  // namespace cutaway
