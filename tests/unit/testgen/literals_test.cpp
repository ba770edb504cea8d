// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "testgen/literals.h"

#include <gtest/gtest.h>

namespace cutaway {
namespace {

TEST(Literals, StringsEscapeWhatCannotStandForItself) {
  EXPECT_EQ(string_literal("a\"b\\\n\t"), R"("a\"b\\\n\t")");
  EXPECT_EQ(string_literal(std::string("\x01", 1) + "f"), R"("\x01" "f")");
  EXPECT_EQ(string_literal("\x01g"), R"("\x01g")");
  EXPECT_EQ(string_literal("what??>"), R"("what?\?>")");
}

TEST(Literals, NumbersHaveTheValueOfTheirBytes) {
  EXPECT_EQ(signed_literal(0xffffffff, 4), "-1");
  EXPECT_EQ(signed_literal(0x80, 1), "-128");
  EXPECT_EQ(signed_literal(uint64_t{1} << 63, 8), "INT64_MIN");
  EXPECT_EQ(unsigned_literal(0xffff0000ffffffff, 4), "0xffffffffu");
  EXPECT_EQ(unsigned_literal(3000000000, 4), "3000000000u");
  EXPECT_EQ(unsigned_literal(0x80000, 4), "0x80000");
}

TEST(Literals, FloatsAreFloats) {
  EXPECT_EQ(double_literal(2), "2.0");
  EXPECT_EQ(double_literal(0.1), "0.1");
  EXPECT_EQ(double_literal(1e300), "1e+300");
  EXPECT_EQ(float_literal(0.5F), "0.5F");
  EXPECT_EQ(double_literal(-1.0 / 0.0), "-std::numeric_limits<double>::infinity()");
}

TEST(Literals, NamesChangeTheirCase) {
  EXPECT_EQ(camel_case("delay_ms"), "DelayMs");
  EXPECT_EQ(camel_case("operator()"), "Operator");
  EXPECT_EQ(snake_case("SearchTree"), "search_tree");
  EXPECT_EQ(snake_case("ISOChronology"), "isochronology");
}

}  // namespace
}  // namespace cutaway
