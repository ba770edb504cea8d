// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "ledger.h"

TEST(Rating, IsThatOfThePoints) {
  int points = 7;
  EXPECT_EQ(ledger_rating(&points), 7);
}
