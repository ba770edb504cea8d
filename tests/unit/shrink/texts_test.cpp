// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shrink/texts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

namespace cutaway {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr uint64_t k_text = 0x555555600000, k_object = 0x7ffff0000010;

// One patch for each call.
void write_at(PartContents* part, uint64_t address, const std::string& bytes) {
  Payload patch{static_cast<uint32_t>(part->contents.patches.size()), {address}};
  patch.words.resize(1 + (bytes.size() + 7) / 8);
  std::memcpy(patch.words.data() + 1, bytes.data(), bytes.size());
  for (uint32_t i = 0; i < bytes.size(); ++i)
    part->bytes.push_back({patch.number, 8 + i, address + i, false});
  part->contents.patches.push_back(std::move(patch));
}

void write_word(PartContents* part, uint64_t address, uint64_t word) {
  write_at(part, address, std::string(reinterpret_cast<const char*>(&word), sizeof word));
}

std::vector<std::string> found_in(const PartContents& part) {
  std::vector<std::string> texts;
  for (const Text& text : find_texts(part, part.contents)) {
    texts.emplace_back();
    for (const BytePlace* place : text.characters)
      texts.back() += static_cast<char>(byte_of(part.contents, *place));
  }
  return texts;
}

TEST(FindTexts, FindsOneThatSeveralPatchesWrote) {
  PartContents part;
  write_at(&part, k_text + 4, "o, world");
  write_at(&part, k_text, "hell");
  EXPECT_THAT(found_in(part), ElementsAre("hello, world"));
}

TEST(FindTexts, FindsOneWhereverItStarts) {
  for (uint64_t offset = 0; offset < 8; ++offset) {
    PartContents part;
    write_at(&part, k_text + offset, "PST8");
    EXPECT_THAT(found_in(part), ElementsAre("PST8")) << offset;
  }
}

TEST(FindTexts, TakesNoPointerForOne) {
  PartContents part;
  write_word(&part, k_text, 0x555541424344);
  EXPECT_THAT(found_in(part), IsEmpty());
}

TEST(FindTexts, EndsAtWhatIsNoCharacter) {
  PartContents part;
  write_at(&part, k_text, std::string("one\0two\x01x", 9));
  EXPECT_THAT(found_in(part), ElementsAre("one", "two"));
}

TEST(FindTexts, StartsWhereAPointerPoints) {
  PartContents part;
  write_at(&part, k_text, "abcdef");
  write_word(&part, k_object, k_text + 3);
  EXPECT_THAT(found_in(part), ElementsAre("abc", "def"));
}

TEST(FindTexts, TakesTheLastOfWhatIsWrittenTwice) {
  PartContents part;
  write_at(&part, k_text, "abcdef");
  write_at(&part, k_text, "xyz");
  EXPECT_THAT(found_in(part), ElementsAre("xyzdef"));
}

TEST(FindTexts, KnowsTheLengthThatAStringHas) {
  PartContents part;
  write_at(&part, k_text, "abcdef");
  write_word(&part, k_object, k_text);
  write_word(&part, k_object + 8, 6);
  std::vector<Text> texts = find_texts(part, part.contents);
  ASSERT_EQ(texts.size(), 1u);
  ASSERT_EQ(texts[0].lengths.size(), 1u);
  EXPECT_EQ(texts[0].lengths[0][0]->address, k_object + 8);
}

TEST(FindTexts, KnowsTheArgumentThatIsItsLength) {
  PartContents part;
  write_at(&part, k_text, "abcdef");
  part.contents.incalls = {{0, {0, k_text, 3, 6}}};
  part.pointers = {{0, 1}};
  Leaf number;
  number.kind = LeafKind::Integer;
  number.bytes = 8;
  part.numbers = {{0, 2, number}, {0, 3, number}};
  std::vector<Text> texts = find_texts(part, part.contents);
  ASSERT_EQ(texts.size(), 1u);
  ASSERT_EQ(texts[0].length_arguments.size(), 1u);
  EXPECT_EQ(texts[0].length_arguments[0]->word, 3u);
}

}  // namespace
}  // namespace cutaway
