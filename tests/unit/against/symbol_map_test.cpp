// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "against/symbol_map.h"

#include <gtest/gtest.h>

namespace cutaway {
namespace {

ElfSymbol function(uint64_t offset, std::string name) {
  return {offset, 16, true, std::move(name)};
}
ElfSymbol variable(uint64_t offset, std::string name) {
  return {offset, 16, false, std::move(name)};
}

TEST(SymbolMap, FindsAVariableWithItsInnerAddresses) {
  SymbolMap map({variable(0x100, "a")}, {variable(0x300, "a")});
  EXPECT_EQ(map.find(0x100), 0x300u);
  EXPECT_EQ(map.find(0x108), 0x308u);
}

TEST(SymbolMap, FindsNothingBehindAVariable) {
  SymbolMap map({variable(0x100, "a")}, {variable(0x300, "a")});
  EXPECT_EQ(map.find(0x110), std::nullopt);
  EXPECT_EQ(map.find(0xff), std::nullopt);
}

TEST(SymbolMap, FindsOnlyTheStartOfAFunction) {
  SymbolMap map({function(0x100, "f")}, {function(0x300, "f")});
  EXPECT_EQ(map.find(0x100), 0x300u);
  EXPECT_EQ(map.find(0x104), std::nullopt);
}

TEST(SymbolMap, FindsNothingThatIsGone) {
  SymbolMap map({variable(0x100, "a")}, {variable(0x100, "b")});
  EXPECT_EQ(map.find(0x100), std::nullopt);
}

TEST(SymbolMap, TellsThingsOfOneNameApartByTheirOrder) {
  SymbolMap map({function(0x100, "s"), function(0x200, "s")},
                {function(0x500, "s"), function(0x900, "s")});
  EXPECT_EQ(map.find(0x100), 0x500u);
  EXPECT_EQ(map.find(0x200), 0x900u);
}

TEST(SymbolMap, DoesNotGuessIfThereAreMoreOfOneName) {
  SymbolMap map({function(0x100, "s")}, {function(0x500, "s"), function(0x900, "s")});
  EXPECT_EQ(map.find(0x100), std::nullopt);
}

TEST(SymbolMap, SaysHowFarAnAnswerReaches) {
  SymbolMap map({variable(0x100, "a")}, {variable(0x300, "a")});
  EXPECT_EQ(map.run_at(0x104), 12u);
  EXPECT_EQ(map.run_at(0xf0), 16u);
}

}  // namespace
}  // namespace cutaway
