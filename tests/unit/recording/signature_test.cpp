// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/signature.h"

#include <gtest/gtest.h>

namespace cutaway {
namespace {

TEST(Signature, ReadsNamesPlacesAndLeaves) {
  Signature signature = parse_signature(
      "name=_Z1fPKcS_\nfile=a b.cc\nline=7\nargs=p8 text const char *;l16 x long double\nret=i4  "
      "int\n",
      3, 1);
  EXPECT_EQ(signature.name, "_Z1fPKcS_");
  EXPECT_EQ(signature.file, "a b.cc");
  EXPECT_EQ(signature.line, 7u);
  ASSERT_EQ(signature.arguments.size(), 2u);
  EXPECT_EQ(signature.arguments[0].type, "const char *");
  EXPECT_EQ(signature.arguments[1].kind, LeafKind::LongDouble);
  EXPECT_EQ(signature.arguments[1].slots(), 2u);
  EXPECT_EQ(signature.results[0].name, "");
}

TEST(Signature, LeavesThatDoNotAddUpBecomePlainSlots) {
  Signature signature = parse_signature("args=i4 x int\n", 3, 0);
  ASSERT_EQ(signature.arguments.size(), 3u);
  EXPECT_EQ(signature.arguments[2].kind, LeafKind::Unknown);
}

TEST(Signature, SurvivesNonsense) {
  EXPECT_EQ(parse_signature("=;=\n\n;;;=args\nargs=;;i;i99999999999999 ", 2, 1).arguments.size(),
            2u);
}

}  // namespace
}  // namespace cutaway
