// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "testgen/headers.h"

#include <gtest/gtest.h>

namespace cutaway {
namespace {

TEST(Headers, GrammarIsNoHeader) {
  EXPECT_TRUE(is_source_file("project/parser.y"));
  EXPECT_TRUE(is_source_file("project/scanner.l"));
  EXPECT_TRUE(is_source_file("project/parser.c"));
  EXPECT_FALSE(is_source_file("project/parser.h"));
  EXPECT_FALSE(is_source_file("project/table.inc"));
}

}  // namespace
}  // namespace cutaway
