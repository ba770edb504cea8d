// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/symbols.h"

#include <gtest/gtest.h>

#include "support/stream_builder.h"

namespace cutaway::test {
namespace {

TEST(SymbolTable, NamesAddressesBySymbolAndDelta) {
  SymbolTable table;
  table.add(ModuleId{1}, {0x100, 0x10, true, "f"});
  table.add(ModuleId{1}, {0x200, 0, false, "label"});
  EXPECT_EQ(table.find({image(1, 0x104)})->delta, 4u);
  EXPECT_EQ(table.find({image(1, 0x110)})->name, "f");
  EXPECT_FALSE(table.find({image(1, 0x111)}));
  EXPECT_EQ(table.find({image(1, 0x300)})->name, "label");
  EXPECT_FALSE(table.find({image(1, 0xff)}));
  EXPECT_FALSE(table.find({image(2, 0x104)}));
}

TEST(SymbolTable, SurvivesItsFile) {
  SymbolTable table;
  table.add(ModuleId{3}, {0x100, 0x10, true, "_Z1fv"});
  auto copy = SymbolTable::parse(table.to_json_text());
  ASSERT_TRUE(copy);
  EXPECT_EQ(copy->find({image(3, 0x101)})->name, "_Z1fv");
}

TEST(SymbolTable, RefusesOtherJson) {
  for (const char* text :
       {"", "[]", "{}", R"({"modules":1})", R"({"modules":[{"symbols":[[1,2,3]]}]})"}) {
    EXPECT_FALSE(SymbolTable::parse(text)) << text;
  }
}

}  // namespace
}  // namespace cutaway::test
