// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "testgen/long_texts.h"

#include <gtest/gtest.h>

#include "testgen/literals.h"

namespace cutaway {
namespace {

const std::string k_line =
    std::string(100, 'a') + "\\\"b\n";  // ends with a quotation mark, escaped
const std::string k_long = string_literal(k_line + k_line + k_line + "end");

TEST(LongTexts, ShortOnesStay) {
  LongTexts texts("some_test");
  EXPECT_EQ(texts.replace(R"(parse("a\"b", '"');)", false), R"(parse("a\"b", '"');)");
  EXPECT_TRUE(texts.files().empty());
  EXPECT_EQ(texts.declarations(), "");
}

TEST(LongTexts, AnArgumentIsAConstant) {
  LongTexts texts("some_test");
  EXPECT_EQ(texts.replace("parse(" + k_long + ", \"x\");", false), "parse(k_text1, \"x\");");
  EXPECT_EQ(texts.replace("f({g(" + k_long + ")});", true), "f({g(k_text1)});");
  ASSERT_EQ(texts.files().size(), 1u);
  EXPECT_EQ(texts.files()[0].name, "some_test_text1.inc");
  EXPECT_NE(texts.declarations().find("const char k_text1[] =\n#include \"some_test_text1.inc\"\n"),
            std::string::npos);
}

TEST(LongTexts, AFileHasALineForEachLine) {
  LongTexts texts("some_test");
  texts.replace("parse(" + k_long + ");", false);
  std::string line = string_literal(k_line) + "\n";
  EXPECT_EQ(texts.files().at(0).content, line + line + line + "\"end\"\n");
}

TEST(LongTexts, ALiteralOfPiecesIsOne) {
  LongTexts texts("some_test");
  std::string pieces = string_literal(
      "\x01"
      "1" +
      std::string(300, 'x'));
  ASSERT_NE(pieces.find("\" \""), std::string::npos);
  EXPECT_EQ(texts.replace("parse(" + pieces + ");", false), "parse(k_text1);");
}

TEST(LongTexts, AnArrayIsInitialisedByALiteral) {
  LongTexts texts("some_test");
  EXPECT_EQ(texts.replace("char buffer[] = " + k_long + ";", false),
            "char buffer[] = \n#include \"some_test_text1.inc\"\n;");
  EXPECT_EQ(texts.replace("Page page{1, " + k_long + "};", false),
            "Page page{1, \n#include \"some_test_text1.inc\"\n};");
  EXPECT_EQ(texts.declarations(), "");
}

TEST(LongTexts, NothingIsIncludedWithinAMacro) {
  LongTexts texts("some_test");
  std::string code = "find(Page{" + k_long + "})";
  EXPECT_EQ(texts.replace(code, true), code);
  EXPECT_TRUE(texts.files().empty());
}

TEST(LongTexts, CommentsAndPrefixedLiteralsStay) {
  LongTexts texts("some_test");
  for (std::string code : {"f();  // " + k_long, "f(L" + k_long + ");"})
    EXPECT_EQ(texts.replace(code, false), code);
}

}  // namespace
}  // namespace cutaway
