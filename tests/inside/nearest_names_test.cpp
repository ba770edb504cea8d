// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "inside/nearest_names.h"

#include <gmock/gmock.h>

namespace cutaway {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(NamesForPatterns, OffersFunctionsClassesAndNamespaces) {
  const auto names = names_for_patterns({"_ZN2ns3BoxIiE3getEl"}, {"box.cpp"});
  EXPECT_THAT(names, ElementsAre("box.cpp", "ns", "ns::Box", "ns::Box::get"));
}

TEST(NamesForPatterns, LeavesOutTheLibraryAndTheCompiler) {
  const auto names = names_for_patterns({"_ZNSt6vectorIiSaIiEED2Ev", "_start"}, {"crtstuff.c"});
  EXPECT_THAT(names, IsEmpty());
}

TEST(NearestNames, FindsTransposedLettersAndOtherCase) {
  const std::vector<std::string> names{"json::Parser", "json::Printer", "main"};
  EXPECT_THAT(nearest_names("json::Praser", names, 3), Contains("json::Parser"));
  EXPECT_THAT(nearest_names("JSON::parser", names, 1), ElementsAre("json::Parser"));
}

TEST(NearestNames, FindsANameThatLacksItsNamespaceOrFolder) {
  EXPECT_THAT(nearest_names("Parser", {"json::Parser"}, 3), ElementsAre("json::Parser"));
  EXPECT_THAT(nearest_names("lib/parser.cc", {"parser.cc"}, 3), ElementsAre("parser.cc"));
}

TEST(NearestNames, OffersNothingThatIsFar) {
  EXPECT_THAT(nearest_names("json::Parser", {"main", "usage", "x"}, 3), IsEmpty());
}

TEST(NearestNames, KeepsTheLimit) {
  EXPECT_EQ(nearest_names("name", {"name1", "name2", "name3", "name4"}, 2).size(), 2u);
}

}  // namespace
}  // namespace cutaway
