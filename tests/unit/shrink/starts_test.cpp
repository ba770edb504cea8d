// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shrink/starts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

namespace cutaway {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Elements first(uint32_t count) {
  Elements all(count);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

// `sessions` of `size` calls, each of which reads what all before it in the session wrote.
std::vector<Dependence> sessions(uint32_t count, uint32_t size) {
  std::vector<Dependence> dependences;
  for (uint32_t session = 0; session < count; ++session)
    for (uint32_t reader = 0; reader < size; ++reader)
      for (uint32_t writer = 0; writer < reader; ++writer)
        dependences.push_back({session * size + reader, session * size + writer});
  return dependences;
}

TEST(FindStarts, FindsWhereSessionsBegin) {
  std::vector<size_t> starts = find_starts(first(370), sessions(10, 37));
  EXPECT_THAT(starts, Contains(333));
  EXPECT_THAT(starts, Contains(37));
}

TEST(FindStarts, AreLatestFirstAndFew) {
  std::vector<size_t> starts = find_starts(first(5000), sessions(500, 10));
  EXPECT_THAT(starts, SizeIs(testing::Le(64)));
  EXPECT_TRUE(std::ranges::is_sorted(starts, std::greater<>()));
}

TEST(FindStarts, AreNoneAmongFewCalls) { EXPECT_THAT(find_starts(first(5), {}), IsEmpty()); }

}  // namespace
}  // namespace cutaway
