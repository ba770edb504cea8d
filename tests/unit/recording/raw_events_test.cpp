// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/raw_events.h"

#include <gmock/gmock.h>

#include <cstring>

namespace cutaway {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Words = std::vector<uint64_t>;

// A raw log, byte by byte.
class RawLog {
 public:
  RawLog& words(const Words& words) {
    for (uint64_t word : words) add(word, 8);
    return *this;
  }
  // A short event: head, then (value, bytes) of each slot.
  RawLog& crossing(uint64_t kind, uint64_t ident,
                   const std::vector<std::pair<uint64_t, size_t>>& slots) {
    add(raw_head(static_cast<uint32_t>(kind), static_cast<uint32_t>(ident)), 2);
    if (ident >= k_raw_far_ident) add(ident, 3);
    uint64_t lengths = 0;
    for (size_t i = 0; i < slots.size(); ++i) lengths |= uint64_t{slots[i].second} << 4 * i;
    add(lengths, raw_lengths_bytes(slots.size()));
    for (const auto& [value, bytes] : slots) add(value, bytes);
    return *this;
  }
  RawLog& add(uint64_t value, size_t count) {
    for (size_t i = 0; i < count; ++i) bytes_.push_back(static_cast<std::byte>(value >> 8 * i));
    return *this;
  }
  std::vector<std::byte>& bytes() { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

constexpr uint64_t k_base = 0x555500000000;

// Module 1, function 1 (two arguments, one result), site 1 (one argument, one result).
RawLog tables() {
  RawLog log;
  log.words(
      {event_word(k_event_module, 8, 1), k_base, k_base + 0x10000, k_module_woven, 0, 0, 0, 0, 0});
  log.words({event_word(k_event_function, 4, 1), 1, 0x100, 2 | 1 << 16, 0});
  log.words({event_word(k_event_site, 4, 1), 1, 0x200, 1 | 1 << 16, 0});
  return log;
}

// All events after the tables, as the stream has them; the last one is the error text, if there is
// one.
std::pair<std::vector<Words>, std::string> expand(RawLog log) {
  RawEvents events;
  std::vector<Words> expanded;
  std::span<const std::byte> rest(log.bytes());
  while (true) {
    Words words;
    auto used = events.expand(rest, &words);
    if (!used) return {expanded, used.error().message};
    if (words.empty()) break;
    rest = rest.subspan(*used);
    expanded.push_back(words);
  }
  expanded.erase(expanded.begin(), expanded.begin() + 3);
  return {expanded, ""};
}

TEST(RawEvents, SlotsSayWhatChangedSinceTheLastOnes) {
  auto [events, error] = expand(tables()
                                    .crossing(k_raw_incall, 1, {{300, 2}, {0xff, 1}})
                                    .crossing(k_raw_incall, 1, {{0, 0}, {0xfa, 1}})
                                    .crossing(k_raw_incall_return, 1, {{7, 1}}));
  EXPECT_EQ(error, "");
  EXPECT_THAT(events, ElementsAre(Words{event_word(k_event_incall, 3, 1), 0, 300, 0xff},
                                  Words{event_word(k_event_incall, 3, 1), 0, 300, 5},
                                  Words{event_word(k_event_incall_return, 2, 1), 0, 7}));
}

TEST(RawEvents, ImageAddressesAreEncodedAndMarked) {
  auto [events, error] =
      expand(tables().crossing(k_raw_outcall, 1, {{k_base + 0x40, 7}, {k_base - 1, 7}}));
  EXPECT_EQ(error, "");
  EXPECT_THAT(events, ElementsAre(Words{event_word(k_event_outcall, 3, 1), 1,
                                        uint64_t{1} << 48 | 0x40, k_base - 1}));
}

TEST(RawEvents, AnAnsweredOutcallIsTwoEvents) {
  auto [events, error] = expand(tables()
                                    .crossing(k_raw_outcall, 1, {{0, 0}, {8, 1}})
                                    .crossing(k_raw_outcall_return, 1, {{64, 2}})
                                    .crossing(k_raw_answered, 1, {{0, 0}, {2, 1}, {124, 1}}));
  EXPECT_EQ(error, "");
  EXPECT_THAT(events, ElementsAre(Words{event_word(k_event_outcall, 3, 1), 0, 0, 8},
                                  Words{event_word(k_event_outcall_return, 2, 1), 0, 64},
                                  Words{event_word(k_event_outcall, 3, 1), 0, 0, 10,
                                        event_word(k_event_outcall_return, 2, 1), 0, 60}));
}

TEST(RawEvents, AReturnedIncallIsTwoEvents) {
  auto [events, error] = expand(tables()
                                    .crossing(k_raw_returned, 1, {{300, 2}, {0, 0}, {7, 1}})
                                    .crossing(k_raw_returned, 1, {{0, 0}, {1, 1}, {0, 0}}));
  EXPECT_EQ(error, "");
  EXPECT_THAT(events, ElementsAre(Words{event_word(k_event_incall, 3, 1), 0, 300, 0,
                                        event_word(k_event_incall_return, 2, 1), 0, 7},
                                  Words{event_word(k_event_incall, 3, 1), 0, 300, 1,
                                        event_word(k_event_incall_return, 2, 1), 0, 7}));
}

TEST(RawEvents, TheIncallThatWaitsIsTheLastEvent) {
  RawEvents events;
  RawLog log = tables();
  std::span<const std::byte> rest(log.bytes());
  Words words;
  for (int i = 0; i < 3; ++i) rest = rest.subspan(events.expand(rest, &words).value());
  CutawayRawHeader header{};
  ASSERT_TRUE(events.expand_waiting(header, &words));
  EXPECT_THAT(words, IsEmpty());
  header.waiting = 1;
  header.waiting_slots[1] = k_base + 8;
  ASSERT_TRUE(events.expand_waiting(header, &words));
  EXPECT_EQ(words, (Words{event_word(k_event_incall, 3, 1), 2, 0, uint64_t{1} << 48 | 8}));
  header.waiting = 2;
  EXPECT_FALSE(events.expand_waiting(header, &words));
}

TEST(RawEvents, MoreThanFourSlotsHaveALongerHead) {
  RawLog log = tables();
  log.words({event_word(k_event_function, 4, 2), 1, 0x300, 4 | 1 << 16, 0});
  log.crossing(k_raw_incall, 2, {{0, 0}, {1, 1}, {0, 0}, {2, 1}})
      .crossing(k_raw_returned, 2, {{0, 0}, {0, 0}, {0, 0}, {0, 0}, {9, 8}});
  auto [events, error] = expand(log);
  EXPECT_EQ(error, "");
  ASSERT_EQ(events.size(), 3u);  // the function itself is the first
  EXPECT_EQ(events[1], (Words{event_word(k_event_incall, 5, 2), 0, 0, 1, 0, 2}));
  EXPECT_EQ(events[2], (Words{event_word(k_event_incall, 5, 2), 0, 0, 1, 0, 2,
                              event_word(k_event_incall_return, 2, 2), 0, 9}));
}

TEST(RawEvents, TheLastEventMayHaveThreeBytes) {
  auto [events, error] = expand(tables().crossing(k_raw_incall, 1, {{0, 0}, {0, 0}}));
  EXPECT_EQ(error, "");
  EXPECT_THAT(events, ElementsAre(Words{event_word(k_event_incall, 3, 1), 0, 0, 0}));
}

TEST(RawEvents, FarIdentsHaveThreeBytesMore) {
  RawLog log = tables();
  for (uint32_t ident = 2; ident <= k_raw_far_ident + 1; ++ident)
    log.words({event_word(k_event_function, 4, ident), 1, 0x100, 1 | 1 << 16, 0});
  log.crossing(k_raw_returned, k_raw_far_ident - 1, {{1, 1}, {2, 1}})
      .crossing(k_raw_incall, k_raw_far_ident, {{3, 1}})
      .crossing(k_raw_incall_return, k_raw_far_ident, {{0, 0}})
      .crossing(k_raw_incall, k_raw_far_ident + 1, {{4, 1}});
  auto [events, error] = expand(log);
  EXPECT_EQ(error, "");
  ASSERT_EQ(events.size(), k_raw_far_ident + 4u);
  std::span<const Words> last = std::span(events).last(4);
  EXPECT_EQ(last[0], (Words{event_word(k_event_incall, 2, k_raw_far_ident - 1), 0, 1,
                            event_word(k_event_incall_return, 2, k_raw_far_ident - 1), 0, 2}));
  EXPECT_EQ(last[1], (Words{event_word(k_event_incall, 2, k_raw_far_ident), 0, 3}));
  EXPECT_EQ(last[2], (Words{event_word(k_event_incall_return, 2, k_raw_far_ident), 0, 0}));
  EXPECT_EQ(last[3], (Words{event_word(k_event_incall, 2, k_raw_far_ident + 1), 0, 4}));
}

TEST(RawEvents, PatchesFollowEachOther) {
  uint64_t heap = 0x7fff00001000;
  auto [events, error] = expand(tables()
                                    .add(k_raw_patch | 6 | 2 << 8, 2)
                                    .add(to_zigzag(heap), 6)
                                    .add(0x0201, 2)
                                    .add(k_raw_patch | 1 | 1 << 8, 2)
                                    .add(to_zigzag(-3ull), 1)
                                    .add(0x7f, 1)
                                    .add(k_raw_patch | 1 << 8, 2)
                                    .add(0x7e, 1));
  EXPECT_EQ(error, "");
  EXPECT_THAT(events, ElementsAre(Words{event_word(k_event_patch, 2, 2), heap, 0x0201},
                                  Words{event_word(k_event_patch, 2, 1), heap - 1, 0x7f},
                                  Words{event_word(k_event_patch, 2, 1), heap, 0x7e}));
}

TEST(RawEvents, ImageWordsFollowPatchesAndEachOther) {
  uint64_t heap = 0x7fff00001000;
  auto [events, error] = expand(tables()
                                    .add(k_raw_image_word | 6 << 8 | 6 << 12, 2)
                                    .add(to_zigzag(heap), 6)
                                    .add(to_zigzag(k_base + 0x40), 6)
                                    .add(k_raw_image_word | 0 << 8 | 1 << 12, 2)
                                    .add(to_zigzag(-8ull), 1));
  EXPECT_EQ(error, "");
  EXPECT_THAT(
      events,
      ElementsAre(Words{event_word(k_event_patch_word, 2, 0), heap, 1ull << 48 | 0x40},
                  Words{event_word(k_event_patch_word, 2, 0), heap + 8, 1ull << 48 | 0x38}));
}

TEST(RawEvents, FillersStandBeforeLongEvents) {
  auto [events, error] = expand(tables()
                                    .crossing(k_raw_incall_return, 1, {{to_zigzag(1), 1}})
                                    .add(0x80808080808080, 7)
                                    .words({event_word(k_event_exit, 0, 0)}));
  EXPECT_EQ(error, "");
  EXPECT_EQ(events.back(), (Words{event_word(k_event_exit, 0, 0)}));
}

TEST(RawEvents, RefusesWhatMakesNoSense) {
  EXPECT_THAT(expand(tables().crossing(k_raw_incall, 2, {})).second,
              "raw event of function 2, which is not defined");
  EXPECT_THAT(expand(tables().crossing(k_raw_outcall, 0, {})).second,
              "raw event of site 0, which is not defined");
  EXPECT_THAT(expand(tables().crossing(k_raw_incall, 1, {{1, 9}})).second,
              "raw number is too long");
  EXPECT_THAT(expand(tables().add(0x81, 8)).second, "unknown raw event kind 129");
  RawLog log = tables().crossing(k_raw_incall, 1, {{1, 8}, {1, 8}});
  log.bytes().resize(log.bytes().size() - 1);
  EXPECT_THAT(expand(log).second, "raw event goes beyond the end of the log");
  log.bytes().resize(tables().bytes().size() + 2);
  EXPECT_THAT(expand(log).second, "raw event goes beyond the end of the log");
  EXPECT_THAT(expand(tables().add(k_event_exit, 7)).second,
              "raw event goes beyond the end of the log");
  EXPECT_THAT(expand(tables().add(k_raw_patch | 8, 9)).second,
              "raw event goes beyond the end of the log");
  EXPECT_THAT(expand(tables().add(k_raw_patch | 9, 20)).second, "raw number is too long");
  EXPECT_THAT(expand(tables().add(k_raw_image_word | 0x90 << 8, 20)).second,
              "raw number is too long");
  EXPECT_THAT(expand(tables().add(raw_head(k_raw_outcall, k_raw_far_ident), 2).add(0, 3)).second,
              "raw event of site 0, which is not defined");
}

}  // namespace
}  // namespace cutaway
