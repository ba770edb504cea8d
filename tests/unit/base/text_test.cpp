// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/text.h"

#include <gtest/gtest.h>

namespace cutaway {
namespace {

TEST(Text, SizesWithUnits) {
  EXPECT_EQ(*parse_size("10"), 10u);
  EXPECT_EQ(*parse_size("64K"), 65536u);
  EXPECT_EQ(*parse_size("2G"), 2u << 30);
  for (const char* bad : {"", "K", "-1", "1X", "1KK", "99999999999G", "1.5M"}) {
    EXPECT_FALSE(parse_size(bad)) << bad;
  }
}

TEST(Text, CountsAndBytesForPeople) {
  EXPECT_EQ(format_count(1040560), "1,040,560");
  EXPECT_EQ(format_count(999), "999");
  EXPECT_EQ(format_bytes(417), "417 bytes");
  EXPECT_EQ(format_bytes(1536), "1.5 KiB");
}

TEST(Text, QuotesForTheShell) {
  EXPECT_EQ(shell_quote({"./app", "--x=1", "a b", "it's", ""}),
            R"(./app --x=1 'a b' 'it'\''s' '')");
}

}  // namespace
}  // namespace cutaway
