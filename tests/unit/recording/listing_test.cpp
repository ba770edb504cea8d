// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/listing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/stream_builder.h"

namespace cutaway::test {
namespace {

using testing::HasSubstr;

std::string list(const Words& words, bool shows_patches = false) {
  auto reader = RecordingReader::open(memory_source(packed(words)), "test.cut");
  Describer describer(reader->state().tables(), reader->symbols());
  std::string text;
  Listing listing(*reader, [&](const ListedCrossing& crossing) {
    text += to_lines(crossing, describer, shows_patches);
  });
  while (true) {
    auto event = reader->next();
    if (!event || !*event) break;
    listing.take(**event);
  }
  listing.finish();
  return text;
}

TEST(Listing, ShowsACallWithItsArgumentsAndText) {
  std::string text =
      list(prelude().incall(1, {k_heap, 5}).patch(k_heap, std::string_view("hello\0", 6)).words());
  EXPECT_EQ(text,
            "     #1  parse(text = 0x555555550000 \"hello\", n = 5)  at src/parse.cc:12  [1 patch, "
            "6 bytes]\n");
}

TEST(Listing, IndentsByOpenCrossings) {
  StreamBuilder stream = prelude();
  stream.incall(1, {0, 1}).outcall(1, {3, k_heap, 64}).incall(1, {0, 2}).incall_return(1, {2});
  stream.outcall_return(1, {12}).incall_return(1, {static_cast<uint32_t>(-1)});
  EXPECT_EQ(
      list(stream.words()),
      "     #1  parse(text = nullptr, n = 1)  at src/parse.cc:12\n"
      "           calls read(fd = 3, buffer = 0x555555550000, count = 64)  at src/parse.cc:15\n"
      "     #2      parse(text = nullptr, n = 2)  at src/parse.cc:12\n"
      "             parse returns 2\n"
      "           read returns 12\n"
      "         parse returns -1\n");
}

TEST(Listing, ShowsPatchesOnDemand) {
  StreamBuilder stream = prelude();
  stream.incall(1, {0, 0}).patch(k_heap, std::string_view("\1\2", 2));
  stream.event(k_event_patch_word, 0, {k_heap + 8, image(1, 0x20)});
  std::string text = list(stream.words(), true);
  EXPECT_THAT(text, HasSubstr("patch 0x555555550000: 2 bytes 0102\n"));
  EXPECT_THAT(text, HasSubstr("patch 0x555555550008: app+0x20\n"));
}

TEST(Listing, NamesThrownTypes) {
  EXPECT_THAT(list(sample().words()), HasSubstr("parse throws std::runtime_error"));
}

TEST(Listing, TellsJumps) {
  std::string text = list(sample().words());
  EXPECT_THAT(text, HasSubstr("setjmp returns again with 3"));
  EXPECT_THAT(text, HasSubstr("left by longjmp"));
}

TEST(Listing, NamesAnIndirectCalleeByItsAddress) {
  StreamBuilder stream;
  stream.module("/opt/bin/app")
      .function(0, 0, "name=f")
      .site(0, 0, "name=\nline=1", k_site_indirect)
      .thread();
  EXPECT_THAT(list(stream.incall(1, {}).outcall(1, {}).words()), HasSubstr("calls app+0x40()"));
}

TEST(Listing, GivesJsonWithTheSameFacts) {
  auto reader = RecordingReader::open(memory_source(packed(sample().words())), "test.cut");
  Describer describer(reader->state().tables(), reader->symbols());
  std::vector<Json> lines;
  Listing listing(*reader, [&](const ListedCrossing& crossing) {
    lines.push_back(to_json(crossing, describer));
  });
  while (true) {
    auto event = reader->next();
    if (!event || !*event) break;
    listing.take(**event);
  }
  listing.finish();
  ASSERT_FALSE(lines.empty());
  EXPECT_EQ(lines[0]["kind"], "incall");
  EXPECT_EQ(lines[0]["linkage_name"], "_Z5parsePKci");
  EXPECT_EQ(lines[0]["values"][0]["text"], "\"hello\"");
  EXPECT_EQ(lines[0]["patch_count"], 5);  // one of its events holds two pieces
  EXPECT_EQ(lines[1]["kind"], "value");
}

}  // namespace
}  // namespace cutaway::test
