// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "failure/failure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

namespace cutaway {
namespace {

using ::testing::HasSubstr;

Failure null_dereference() {
  Failure failure;
  failure.kind = FailureKind::Signal;
  failure.signal = SIGSEGV;
  failure.address = 8;
  failure.stack = {{"List::pop", "_ZN4List3popEv", "/src/list.cc", 12, false},
                   {"main", "main", "/src/main.cc", 3, false}};
  return failure;
}

TEST(Signature, IsTheSameWhereverTheFailingCodeWasCalledFrom) {
  Failure other = null_dereference();
  other.stack[1].line = 44;
  other.address = 16;
  EXPECT_EQ(signature_of(other), signature_of(null_dereference()));
}

// Two functions call each other; the innermost frames are what happened to run at the end.
Failure overflow(const std::vector<std::string>& innermost) {
  Failure failure;
  failure.kind = FailureKind::Overflow;
  failure.signal = SIGSEGV;
  for (const std::string& name : innermost) failure.stack.push_back({name, name, "/a.cc", 1});
  for (int i = 0; i < 20; ++i) {
    failure.stack.push_back({"expand", "expand", "/a.cc", 10});
    failure.stack.push_back({"expand_argument", "expand_argument", "/a.cc", 20});
  }
  return failure;
}

TEST(Signature, OfAStackOverflowIsWhatRecurses) {
  EXPECT_EQ(signature_of(overflow({})), signature_of(overflow({"copy", "expand_argument"})));
  EXPECT_EQ(place_of(overflow({"copy"}))->function, "expand");
}

TEST(Signature, TellsLinesSignalsAndAddressesApart) {
  Failure other_line = null_dereference(), other_signal = null_dereference(),
          wild = null_dereference();
  other_line.stack[0].line = 13;
  other_signal.signal = SIGFPE;
  wild.address = 0x4141414141414141;
  for (const Failure& other : {other_line, other_signal, wild})
    EXPECT_NE(signature_of(other), signature_of(null_dereference()));
}

TEST(Signature, TellsADoubleFreeFromAnotherErrorOfTheHeap) {
  Failure twice = null_dereference(), invalid = null_dereference();
  twice.kind = FailureKind::DoubleFree;
  invalid.kind = FailureKind::Outside;
  invalid.signal = SIGABRT;
  EXPECT_NE(signature_of(twice), signature_of(invalid));
}

TEST(Signature, LeavesNumbersOutOfMessages) {
  Failure one = null_dereference();
  one.kind = FailureKind::Exception;
  one.type = "std::out_of_range";
  one.message = "__n (which is 12) >= size (which is 0x1f)";
  Failure other = one;
  other.message = "__n (which is 7) >= size (which is 0x200)";
  EXPECT_EQ(signature_of(one), signature_of(other));
  other.message = "no such key";
  EXPECT_NE(signature_of(one), signature_of(other));
}

TEST(Failure, IsNamedByTheFirstPlaceThatIsNotALibrarys) {
  Failure failure = null_dereference();
  failure.stack.insert(failure.stack.begin(), {"std::vector<int>::at", "",
                                               "/usr/include/c++/12/bits/stl_vector.h", 9, true});
  EXPECT_THAT(describe(failure), HasSubstr("SIGSEGV in List::pop (list.cc:12)"));
}

TEST(Signature, OfAHangIsItsFunction) {
  Failure hang = null_dereference();
  hang.kind = FailureKind::Hang;
  hang.signal = 0;
  Failure other = hang;
  other.stack[0].line = 14;
  EXPECT_EQ(signature_of(other), signature_of(hang));
  other.stack[0].function = "List::push";
  EXPECT_NE(signature_of(other), signature_of(hang));
}

TEST(Signature, TellsExitStatusesApart) {
  Failure one = null_dereference();
  one.kind = FailureKind::Exit;
  one.status = 1;
  Failure other = one;
  other.status = 2;
  EXPECT_NE(signature_of(one), signature_of(other));
}

TEST(FailureJson, SurvivesAFile) {
  Failure failure = null_dereference();
  failure.message = "what";
  failure.type = "Problem";
  failure.stack[0].is_inlined = true;
  Failure copy = parse_failure(Json::parse(to_line(to_json(failure))));
  EXPECT_EQ(to_json(copy), to_json(failure));
  EXPECT_EQ(signature_of(copy), signature_of(failure));
  EXPECT_EQ(copy.stack[0].linkage_name, "_ZN4List3popEv");
  EXPECT_EQ(to_json(failure)["line"], 12);
}

TEST(FailureJson, OfAnotherShapeIsNoFailure) {
  EXPECT_EQ(parse_failure(Json("text")).kind, FailureKind::None);
  EXPECT_EQ(parse_failure(Json::parse(R"({"kind": 7, "stack": [1, {"line": "x"}]})")).kind,
            FailureKind::None);
}

}  // namespace
}  // namespace cutaway
