// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "against/stand_ins.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cutaway {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(ParseUndefined, ReadsGnuLd) {
  EXPECT_THAT(parse_undefined("/usr/bin/ld: a.o: in function `f':\n"
                              "/usr/bin/ld: a.cc:3: warning: undefined reference to `_Z3outi'\n"
                              "/usr/bin/ld: a.cc:4: warning: undefined reference to `limit'\n"),
              ElementsAre("_Z3outi", "limit"));
}

TEST(ParseUndefined, ReadsLldAndNamesEachOnce) {
  EXPECT_THAT(parse_undefined("ld.lld: warning: undefined symbol: _Z3outi\n>>> referenced by a.cc\n"
                              "ld.lld: warning: undefined symbol: _Z3outi\n"),
              ElementsAre("_Z3outi"));
}

TEST(ParseUndefined, FindsNothingInOtherMessages) {
  EXPECT_THAT(parse_undefined("ld: cannot find -lnothing\n"), IsEmpty());
}

TEST(StandIns, GiveAVariableTheRoomThatItHad) {
  std::string text = write_stand_ins({"limit"}, {{0x100, 400, false, "limit"}});
  EXPECT_THAT(text, HasSubstr(".size \"limit\", 400"));
  EXPECT_THAT(text, HasSubstr(".cutaway_stand_ins"));
}

TEST(StandIns, TellAddressSanitizerWhereAVariableEnds) {
  std::string text = write_stand_ins({"limit"}, {{0x100, 128, false, "limit", 88}});
  EXPECT_THAT(text, HasSubstr(".size \"limit\", 128"));
  EXPECT_THAT(text, HasSubstr(".section asan_globals"));
  EXPECT_THAT(text, HasSubstr(".quad \"limit\", 40, 128, "));
}

TEST(StandIns, OfFunctionsSayWhichWasCalled) {
  std::string text = write_stand_ins({"_Z3outi"}, {{0x100, 40, true, "_Z3outi"}});
  EXPECT_THAT(text, HasSubstr(".type \"_Z3outi\",@function"));
  EXPECT_THAT(text, Not(HasSubstr(".cutaway_stand_ins")));
}

TEST(StandIns, OfTypesCanBeCompared) {
  EXPECT_THAT(write_stand_ins({"_ZTI5Error"}, {}), HasSubstr(".asciz \"5Error\""));
}

}  // namespace
}  // namespace cutaway
