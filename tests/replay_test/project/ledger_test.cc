// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cutaway/replay_test.h>
#include <gtest/gtest.h>

// ledger::Account::close(this = o1, how = 1) crashes.
TEST(Ledger, CloseDoesNotCrash) {
  cutaway::ReplayResult result = cutaway::replay_test("ledger.cut");
  EXPECT_EQ(result.outcome, cutaway::ReplayOutcome::passes) << result.message;
}
