// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each rule of the validator refuses one bad stream.
#include "recording/stream_validator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/stream_builder.h"

namespace cutaway::test {
namespace {

using testing::HasSubstr;

const Words k_thrown = values({k_heap, 0}) + text_words("i");

// The prelude with function 1 called and thread 0 inside.
StreamBuilder inside() { return prelude().incall(1, {0, 0}); }

struct BadStream {
  const char* name;
  Words words;
  const char* fault;
};

void PrintTo(const BadStream& stream, std::ostream* out) { *out << stream.name; }

class BadStreams : public testing::TestWithParam<BadStream> {};

TEST_P(BadStreams, AreRefused) {
  EXPECT_THAT(find_fault(GetParam().words), HasSubstr(GetParam().fault));
}

Words module_with(uint64_t base, uint64_t end, uint64_t flags, uint64_t id_bytes) {
  StreamBuilder stream;
  Words payload = {base, end, flags, id_bytes, 0, 0, 0};
  return stream.event(k_event_module, 1, payload + text_words("/x")).words();
}

Words function_with(uint32_t ident, uint64_t module, uint64_t offset) {
  StreamBuilder stream;
  stream.module();
  return stream.event(k_event_function, ident, Words{module, offset, 0} + text_words("name=f"))
      .words();
}

Words without_last(Words words) {
  words.pop_back();
  return words;
}

const BadStream k_shapes[] = {
    {"LongInsideStack", prelude().event(k_event_inside_sp, 0, {k_inside_stacks, 0}).words(),
     "2 words, expected 1"},
    {"UnknownKind", StreamBuilder().event(k_event_kinds, 0).words(), "unknown event kind"},
    {"KindZeroWithPayload", {event_word(0, 1, 0), 0}, "unknown event kind"},
    {"LongerThanStream", without_last(prelude().words()), "beyond the end"},
    {"TooLong", Words(1, event_word(k_event_patch, k_max_event_words, 1)), "too long"},
    {"ShortModule", StreamBuilder().event(k_event_module, 1, {1, 2, 3}).words(), "too short"},
    {"LongBuildId", module_with(k_image_base, k_image_base + 4096, 1, 25), "build id of 25"},
    {"UnterminatedPath",
     StreamBuilder()
         .event(k_event_module, 1, {k_image_base, k_image_base + 4096, 1, 0, 0, 0, 0, ~0ull})
         .words(),
     "path is not terminated"},
    {"TextWithTail",
     StreamBuilder().module().event(k_event_function, 1, {1, 0, 0, 0x0041, 0}).words(),
     "not terminated"},
    {"GarbageBehindText",
     StreamBuilder().module().event(k_event_function, 1, {1, 0, 0, 0x410041}).words(),
     "not terminated"},
    {"ThreadWithoutId", StreamBuilder().event(k_event_thread, 0).words(), "0 words"},
    {"MarksBeyondSlots", prelude().event(k_event_incall, 1, {4, 0, 0}).words(), "marks do not fit"},
    {"ThrowWithoutName", inside().event(k_event_throwing, 0, values({0, 0})).words(), "type name"},
    {"ShortLanding", inside().event(k_event_landed, 1, {k_heap}).words(), "1 words"},
    {"EmptyPatch", inside().event(k_event_patch, 0, {k_heap}).words(), "patch of 0 bytes"},
    {"HugePatch", inside().event(k_event_patch, k_max_patch_bytes + 1, {k_heap}).words(),
     "patch of"},
    {"RunsOfNothing", inside().event(k_event_patch_runs, 1, {k_heap}).words(), "too short"},
    {"RunsThatEndEarly", inside().event(k_event_patch_runs, 4, {k_heap, 0x00'21}).words(),
     "do not cover its 4 bytes"},
    {"RunsThatGoFurther", inside().event(k_event_patch_runs, 1, {k_heap, 0x02}).words(),
     "do not cover its 1 bytes"},
    {"RunsThatEndInAGap", inside().event(k_event_patch_runs, 2, {k_heap, 0x07'21}).words(),
     "do not cover its 2 bytes"},
    {"RunsBeyondTheEvent", inside().event(k_event_patch_runs, 20, {k_heap, 0x14}).words(),
     "do not cover its 20 bytes"},
    {"RunsWithMoreWords", inside().event(k_event_patch_runs, 1, {k_heap, 0x01, 0}).words(),
     "longer than its runs"},
    {"RunsOutsideMemory",
     inside().event(k_event_patch_runs, 3, {k_tracked_high - 2, 0x08'01'07'21}).words(),
     "outside the memory of a program"},
    {"FreshNothing", inside().event(k_event_fresh, 0, {k_heap}).words(), "0 bytes"},
    {"FreshTooMuch", inside().event(k_event_fresh, k_max_patch_bytes + 1, {k_heap}).words(),
     "bytes"},
    {"FreshWithBytes", inside().event(k_event_fresh, 8, {k_heap, 1}).words(),
     "2 words, expected 1"},
    {"PatchOfOtherLength", inside().event(k_event_patch, 9, {k_heap, 0}).words(), "expected 3"},
    {"BreakWithPayload", inside().event(k_event_break, 1, {0}).words(), "expected 0"},
    {"ChecksumWithoutSum", inside().event(k_event_checksum, 0).words(), "expected 1"},
    {"ShortFailure", inside().event(k_event_failure, 11, {0}).words(), "expected 3"},
    {"TruncatedWithoutText", inside().event(k_event_truncated, 1).words(), "not terminated"},
};

const BadStream k_tables[] = {
    {"ModuleOutOfOrder",
     StreamBuilder()
         .event(k_event_module, 2,
                Words{k_image_base, k_image_base + 8, 0, 0, 0, 0, 0} + text_words("x"))
         .words(),
     "out of order"},
    {"EmptyModule", module_with(k_image_base, k_image_base, 1, 0), "no sane range"},
    {"ModuleBeyondMemory", module_with(k_image_base, ~0ull, 1, 0), "no sane range"},
    {"UnknownModuleFlag", module_with(k_image_base, k_image_base + 8, 4, 0), "unknown flags"},
    {"FunctionOutOfOrder", function_with(2, 1, 0), "out of order"},
    {"FunctionInUnknownModule", function_with(1, 2, 0), "not a woven module"},
    {"FunctionBeyondModule", function_with(1, 1, k_image_bytes), "outside its module"},
    {"MisalignedFunction", function_with(1, 1, 4), "outside its module"},
    {"FunctionInPlainModule",
     StreamBuilder()
         .module("/lib/c", 0)
         .event(k_event_function, 1, Words{1, 0, 0} + text_words("f"))
         .words(),
     "not a woven module"},
    {"SiteOutOfOrder", prelude().event(k_event_site, 9, Words{1, 0, 0} + text_words("s")).words(),
     "out of order"},
    {"ThreadBeyondLimit", StreamBuilder().thread(k_max_threads).words(), "beyond the limit"},
};

const BadStream k_crossings[] = {
    {"FreshImage", inside().event(k_event_fresh, 8, {image(1, 0x400)}).words(), "in an image"},
    {"FreshBeyondMemory", inside().event(k_event_fresh, 8, {k_tracked_high - 4}).words(),
     "outside the memory of a program"},
    {"FreshWhileOutside", prelude().event(k_event_fresh, 8, {k_heap}).words(), "is outside"},
    {"InsideStackOfAnotherThread",
     prelude().event(k_event_inside_sp, 0, {k_inside_stacks + k_inside_stack_size * 5 / 4}).words(),
     "none of this thread"},
    {"InsideStackInItsGuard", prelude().event(k_event_inside_sp, 0, {k_inside_stacks + 16}).words(),
     "none of this thread"},
    {"InsideStackWhileInside",
     inside().event(k_event_inside_sp, 0, {k_inside_stacks + k_inside_stack_size / 4}).words(),
     "while the thread is inside"},
    {"InsideStackWithoutIncall",
     prelude()
         .event(k_event_inside_sp, 0, {k_inside_stacks + k_inside_stack_size / 4})
         .exit()
         .words(),
     "without an incall"},
    {"EventBeforeThread", StreamBuilder().event(k_event_abandon, 0).words(),
     "before the first thread"},
    {"UnknownFunction", prelude().incall(2, {}).words(), "function 2 is not defined"},
    {"UnknownSite", inside().outcall(3, {}).words(), "site 3 is not defined"},
    {"TooFewArguments", prelude().incall(1, {0}).words(), "1 slots, expected 2"},
    {"TooManyResults", inside().incall_return(1, {0, 0}).words(), "2 slots, expected 1"},
    {"OutcallWithoutArguments", inside().outcall(1, {}).words(), "1 slots, expected 4"},
    {"VariadicIncall",
     StreamBuilder()
         .module()
         .function(0, 0, "", k_function_variadic)
         .thread()
         .incall(1, {})
         .words(),
     "variadic"},
    {"IncallWhileInside", inside().incall(1, {0, 0}).words(), "incall while the thread is inside"},
    {"OutcallWhileOutside", prelude().outcall(1, {0, 0, 0}).words(),
     "outcall while the thread is outside"},
    {"OutcallAtValueSite", inside().outcall(2, {}).words(), "value site"},
    {"ReturnWithoutIncall", prelude().incall_return(1, {0}).words(), "without its start"},
    {"ReturnOfOtherFunction",
     StreamBuilder()
         .module()
         .function(0, 0, "")
         .function(0, 0, "")
         .thread()
         .incall(1, {})
         .incall_return(2)
         .words(),
     "end of incall 2 without its start"},
    {"OutcallReturnWithoutOutcall", inside().outcall_return(1, {0}).words(), "without its start"},
    {"ReturnOnOtherThread", inside().thread(1).incall_return(1, {0}).words(), "without its start"},
    {"ThrowWithoutIncall", prelude().event(k_event_incall_throw, 1, k_thrown).words(),
     "without its start"},
    {"OutcallThrowWhileInside", inside().event(k_event_outcall_throw, 1, k_thrown).words(),
     "without its start"},
    {"LandingOutside", inside().event(k_event_landed, 0, {k_heap, 1}).words(), "wrong side"},
    {"LandingTooDeep", inside().event(k_event_landed, 3, {k_heap, 1}).words(),
     "leaves 3 crossings open of 1"},
    {"LandingInNoMemory", inside().event(k_event_landed, 1, {8, 1}).words(), "jmp_buf"},
    {"IncallAfterAYieldIsOver",
     inside().event(k_event_yield, 1).patch(k_heap, "x").incall(1, {0, 0}).words(),
     "incall while the thread is inside"},
    {"IncallAfterAYieldOfAnotherThread",
     inside()
         .thread(1)
         .incall(1, {0, 0})
         .event(k_event_yield, 1)
         .thread(0)
         .incall(1, {0, 0})
         .words(),
     "incall while the thread is inside"},
    {"AbandonInside", inside().event(k_event_abandon, 1).words(), "wrong side"},
};

const BadStream k_segments[] = {
    {"MarkOfUnknownModule", prelude().incall(1, {image(2, 0), 0}, 1).words(),
     "module 2, which is not defined"},
    {"MarkOfNoModule", prelude().incall(1, {k_heap, 0}, 1).words(),
     "module 0, which is not defined"},
    {"MarkBeyondModule", prelude().incall(1, {image(1, k_image_bytes + 1), 0}, 1).words(),
     "outside module 1"},
    {"PatchWhileOutside", prelude().patch(k_heap, "x").words(),
     "patch while the thread is outside"},
    {"PatchBelowMemory", inside().patch(0x1000, "x").words(), "outside the memory"},
    {"PatchAcrossEnd", inside().patch(k_tracked_high - 1, "xy").words(), "outside the memory"},
    {"PatchAcrossModuleEnd", inside().patch(image(1, k_image_bytes - 1), "xy").words(),
     "outside module 1"},
    {"WordWithoutTarget", inside().event(k_event_patch_word, 0, {k_heap, k_heap}).words(),
     "no image address"},
    {"BreakWhileOutside", prelude().event(k_event_break, 0).words(), "while the thread is outside"},
    {"YieldWhileOutside", prelude().event(k_event_yield, 0).words(), "while the thread is outside"},
    {"ValueAtCallSite", inside().event(k_event_value, 1, values({0})).words(),
     "value at a call site"},
    {"ValueOfOtherSize", inside().event(k_event_value, 2, values({0, 0})).words(),
     "2 slots, expected 1"},
    {"ThrowingWhileOutside", prelude().event(k_event_throwing, 0, k_thrown).words(),
     "while the thread is outside"},
    {"ChecksumWhileOutside", prelude().event(k_event_checksum, 0, {0}).words(),
     "while the thread is outside"},
    {"FailureWithoutSignal", inside().event(k_event_failure, 0, {0, 0, 0}).words(), "signal 0"},
    {"UnknownTruncation", inside().event(k_event_truncated, 77, text_words("")).words(),
     "unknown reason"},
    {"EventAfterExit", prelude().exit().thread(0).words(), "after the end"},
};

std::string name_of(const testing::TestParamInfo<BadStream>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(Shape, BadStreams, testing::ValuesIn(k_shapes), name_of);
INSTANTIATE_TEST_SUITE_P(Tables, BadStreams, testing::ValuesIn(k_tables), name_of);
INSTANTIATE_TEST_SUITE_P(Crossings, BadStreams, testing::ValuesIn(k_crossings), name_of);
INSTANTIATE_TEST_SUITE_P(Segments, BadStreams, testing::ValuesIn(k_segments), name_of);

TEST(StreamValidator, AcceptsEveryKindOfEventInItsPlace) {
  EXPECT_EQ(find_fault(sample().words()), "");
}

TEST(StreamValidator, AcceptsAFailureInsideAndOutside) {
  Words failure = {1, 0, image(1, 0x10)};
  EXPECT_EQ(find_fault(inside().event(k_event_failure, 11, failure).words()), "");
  EXPECT_EQ(find_fault(prelude().event(k_event_failure, 6, {0, 0, k_heap}).words()), "");
}

TEST(StreamValidator, AcceptsSignalHandlersAfterAYield) {
  StreamBuilder stream = inside();
  stream.event(k_event_yield, 3).thread(1).thread(0);
  stream.incall(1, {0, 1}).incall_return(1, {0});
  stream.incall(1, {0, 2}).outcall(1, {0, 0, 0}).event(k_event_abandon, 1);  // back to the handler
  stream.incall(1, {0, 3}).incall_return(1, {0});
  EXPECT_EQ(find_fault(stream.thread(0).patch(k_heap, "x").incall_return(1, {0}).words()), "");
}

TEST(StreamValidator, AcceptsAPointerOnePastAnImage) {
  EXPECT_EQ(find_fault(prelude().incall(1, {image(1, k_image_bytes), 0}, 1).words()), "");
}

TEST(StreamValidator, ChecksMarksBeyondTheFirstWord) {
  StreamBuilder stream;
  stream.module().function(65, 0, "").thread();
  Words slots(65, 0);
  slots[64] = image(9, 0);
  Words payload = Words{0, 1} + slots;
  EXPECT_THAT(find_fault(stream.event(k_event_incall, 1, payload).words()), HasSubstr("module 9"));
}

TEST(StreamValidator, CountsWhatItSaw) {
  StreamValidator validator;
  Words words = sample().words();
  for (std::span<const uint64_t> rest(words); !rest.empty();
       rest = rest.subspan(*measure_event(rest))) {
    ASSERT_TRUE(validator.accept(*decode_event(rest.first(*measure_event(rest)))));
  }
  EXPECT_EQ(validator.counts().incalls, 5u);
  EXPECT_EQ(validator.counts().outcalls, 6u);
  EXPECT_EQ(validator.counts().patched_bytes, 18u);
  EXPECT_EQ(validator.counts().threads, 2u);
  EXPECT_TRUE(validator.has_ended());
}

}  // namespace
}  // namespace cutaway::test
