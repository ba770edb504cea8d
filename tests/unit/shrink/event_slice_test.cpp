// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shrink/event_slice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

namespace cutaway {
namespace {

using ::testing::ElementsAre;

// The worked example of Burger's thesis, figure 4.9: three elements x, r and c of an XML tree.
// Events 1 to 8 are new x, x.setName, new r, r.setName, new c, r.addChild(c), c.setName,
// r.getNumberOfChildren.
constexpr uint32_t k_count = 9;  // event 0 is none
const std::vector<std::string> k_objects = {"", "x", "x", "r", "r", "c", "rc", "c", "r"};

// Possible dependences: two events that use the same object, in either order.
std::vector<Dependence> possible_dependences() {
  std::vector<Dependence> found;
  for (uint32_t a = 1; a < k_count; ++a)
    for (uint32_t b = 1; b < k_count; ++b)
      if (a != b && k_objects[a].find_first_of(k_objects[b]) != std::string::npos)
        found.push_back({a, b});
  return found;
}

TEST(EventSlice, OfPossibleDependencesIsThatOfTheThesis) {
  EXPECT_THAT(slice_events(k_count, possible_dependences(), {8}), ElementsAre(3, 4, 5, 6, 7, 8));
}

// Exact ones: addChild changes the list of children that new r made, and counting reads it; the
// name is not in it, and of c only the address. What ddmin has to do after the slice of the thesis
// is done already.
TEST(EventSlice, OfExactDependencesHasOnlyWhatWroteTheListOfChildren) {
  const std::vector<Dependence> exact = {{2, 1}, {4, 3}, {7, 5}, {6, 3}, {8, 3}, {8, 6}};
  EXPECT_THAT(slice_events(k_count, exact, {8}), ElementsAre(3, 6, 8));
}

TEST(EventSlice, FollowsDependencesThroughOthers) {
  EXPECT_THAT(slice_events(6, {{5, 3}, {3, 1}, {4, 2}}, {5}), ElementsAre(1, 3, 5));
}

TEST(EventSlice, IgnoresNumbersThatAreNoEvents) {
  EXPECT_THAT(slice_events(3, {{2, 7}, {9, 1}, {2, 0}}, {2}), ElementsAre(0, 2));
}

}  // namespace
}  // namespace cutaway
