// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shrink/balanced.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace cutaway {
namespace {

using ::testing::ElementsAre;

constexpr FunctionId k_add{3}, k_remove{1}, k_read{7};

std::vector<Elements> all_ways(const Elements& calls, const std::vector<FunctionId>& functions) {
  BalancedCalls balanced(calls, functions);
  std::vector<Elements> ways;
  for (size_t i = 0; i < balanced.count(); ++i) ways.push_back(balanced.without(i));
  return ways;
}

TEST(BalancedCalls, LeavesOutAllOfTwoFunctionsFirst) {
  Elements calls = {0, 1, 2, 3, 4};
  BalancedCalls balanced(calls, {k_add, k_add, k_remove, k_remove, k_read});
  EXPECT_THAT(balanced.without(0), ElementsAre(4));
}

TEST(BalancedCalls, LeavesOutTheFirstOfAQueue) {
  auto ways = all_ways({0, 1, 2, 3}, {k_add, k_add, k_remove, k_read});
  EXPECT_TRUE(std::ranges::find(ways, Elements{1, 3}) != ways.end());
}

TEST(BalancedCalls, LeavesOutTheLastOfAStack) {
  auto ways = all_ways({0, 1, 2, 3}, {k_add, k_add, k_remove, k_read});
  EXPECT_TRUE(std::ranges::find(ways, Elements{0, 3}) != ways.end());
}

TEST(BalancedCalls, LooksOnlyAtTheCallsThatAreLeft) {
  auto ways = all_ways({1, 3}, {k_add, k_read, k_remove, k_read, k_add});
  EXPECT_TRUE(ways.empty());
}

}  // namespace
}  // namespace cutaway
