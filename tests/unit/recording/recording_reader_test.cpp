// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/recording_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "support/stream_builder.h"

namespace cutaway::test {
namespace {

using testing::HasSubstr;

struct ReadOutcome {
  std::string error;  // empty: all that is usable was read
  Words words;
  std::optional<Damage> truncated_at;
  UnpackSummary summary;
};

ReadOutcome read_all(std::string bytes) {
  ReadOutcome outcome;
  auto reader = RecordingReader::open(memory_source(std::move(bytes)), "test.cut");
  if (!reader) return {to_text(reader.error()), {}, {}, {}};
  while (true) {
    auto event = reader->next();
    if (!event) {
      outcome.error = to_text(event.error());
      break;
    }
    if (!*event) break;
    outcome.words.insert(outcome.words.end(), reader->words().begin(), reader->words().end());
  }
  outcome.truncated_at = reader->truncated_at();
  return outcome;
}

bool is_prefix(const Words& part, const Words& whole) {
  return part.size() <= whole.size() && std::equal(part.begin(), part.end(), whole.begin());
}

// A stream that needs several chunks.
Words long_stream() {
  StreamBuilder stream = prelude();
  for (uint64_t i = 0; i < 40'000; ++i) {
    stream.incall(1, {k_heap + i, i}).patch(k_heap + 8 * i, "abcdefgh").incall_return(1, {i});
  }
  return stream.exit().words();
}

TEST(RecordingReader, ReadsBackWhatWasPacked) {
  RunInfo info;
  info.arguments = {"./app", "a b"};
  info.exit_status = 3;
  auto reader = RecordingReader::open(memory_source(packed(sample().words(), info)), "test.cut");
  ASSERT_TRUE(reader) << to_text(reader.error());
  EXPECT_EQ(reader->info().arguments, info.arguments);
  EXPECT_EQ(reader->info().exit_status, 3);
  ReadOutcome outcome = read_all(packed(sample().words(), info));
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.words, sample().words());
  EXPECT_FALSE(outcome.truncated_at);
}

TEST(RecordingReader, ReadsSeveralChunks) {
  Words words = long_stream();
  ReadOutcome outcome = read_all(packed(words));
  EXPECT_EQ(outcome.error, "");
  EXPECT_TRUE(outcome.words == words);
}

TEST(RecordingReader, TruncatedAnywhereGivesAnErrorOrAPrefix) {
  Words words = sample().words();
  std::string whole = packed(words);
  for (size_t size = 0; size < whole.size(); ++size) {
    ReadOutcome outcome = read_all(whole.substr(0, size));
    if (!outcome.error.empty()) continue;
    EXPECT_TRUE(outcome.truncated_at) << size;
    EXPECT_TRUE(is_prefix(outcome.words, words)) << size;
  }
}

TEST(RecordingReader, KeepsWholeChunksOfATruncatedFile) {
  Words words = long_stream();
  std::string whole = packed(words);
  auto file = PackedFileReader::open(memory_source(whole), "test.cut");
  size_t usable_before = 0;
  size_t event_chunks = 0;
  for (const Chunk& chunk : file->chunks()) {
    ReadOutcome outcome = read_all(whole.substr(0, chunk.offset + 20));
    if (chunk.header.kind == k_chunk_events) {
      EXPECT_TRUE(is_prefix(outcome.words, words));
      EXPECT_EQ(outcome.words.size(), usable_before);
      usable_before += chunk.header.raw_bytes / 8;
      ++event_chunks;
    }
  }
  EXPECT_EQ(usable_before, words.size());
  EXPECT_GT(event_chunks, 2u);
}

TEST(RecordingReader, EveryFlippedByteGivesAnErrorOrAPrefix) {
  Words words = sample().words();
  std::string whole = packed(words);
  std::mt19937 random(1);
  for (size_t at = 0; at < whole.size(); ++at) {
    std::string flipped = whole;
    flipped[at] = static_cast<char>(flipped[at] ^ (1 << random() % 8));
    ReadOutcome outcome = read_all(flipped);
    if (!outcome.error.empty()) continue;
    EXPECT_TRUE(is_prefix(outcome.words, words)) << at;
    bool is_reserved_byte = at >= 16 && at < sizeof(CutawayPackedHeader);
    EXPECT_TRUE(outcome.truncated_at || is_reserved_byte) << at;
  }
}

TEST(RecordingReader, SaysThatANewerFormatNeedsANewerTool) {
  std::string bytes = packed(sample().words());
  bytes[8] = k_format_version + 1;
  EXPECT_THAT(read_all(bytes).error, HasSubstr("is newer than this tool"));
}

TEST(RecordingReader, TellsARawLogFromARecording) {
  std::string bytes(4096, 0);
  bytes.replace(0, 6, "CUTRAW");
  auto reader = RecordingReader::open(memory_source(bytes), "run.cut.raw");
  ASSERT_FALSE(reader);
  EXPECT_THAT(reader.error().hint, HasSubstr("--finish run.cut.raw"));
}

TEST(RecordingReader, RefusesAnInvalidEventWithGoodChecksum) {
  Words words = prelude().incall_return(1, {0}).words();
  EXPECT_THAT(read_all(packed_unchecked({words})).error, HasSubstr("event 5: end of incall 1"));
}

TEST(RecordingReader, RefusesAnEventThatSpansChunks) {
  Words words = prelude().words();
  size_t half = words.size() - 1;
  std::vector<Words> chunks = {Words(words.begin(), words.begin() + half),
                               Words(words.begin() + half, words.end())};
  EXPECT_THAT(read_all(packed_unchecked(chunks)).error, HasSubstr("beyond the end"));
}

TEST(RecordingReader, RefusesAZeroWordWithinTheStream) {
  EXPECT_THAT(read_all(packed_unchecked({prelude().words() + Words{0, 0}})).error,
              HasSubstr("zero word"));
}

TEST(RecordingReader, RefusesChunksOutOfOrder) {
  std::string bytes = packed(sample().words());
  auto file = PackedFileReader::open(memory_source(bytes), "test.cut");
  const Chunk& info = *file->find_chunk(k_chunk_info);
  size_t info_bytes = sizeof info.header + info.header.stored_bytes;
  std::string twice = bytes.substr(0, info.offset + info_bytes) + bytes.substr(info.offset);
  ReadOutcome outcome = read_all(twice);
  ASSERT_TRUE(outcome.truncated_at);
  EXPECT_EQ(outcome.truncated_at->what, "chunk is out of order");
}

TEST(RecordingReader, NoticesBytesAfterTheEnd) {
  ReadOutcome outcome = read_all(packed(sample().words()) + "x");
  ASSERT_TRUE(outcome.truncated_at);
  EXPECT_EQ(outcome.words, sample().words());
}

TEST(Unpack, MarksADamagedRecordingAsTruncated) {
  std::string whole = packed(long_stream());
  auto file = PackedFileReader::open(memory_source(whole), "test.cut");
  whole.resize(file->chunks()[2].offset + 40);
  auto reader = RecordingReader::open(memory_source(whole), "test.cut");
  auto fd = make_unlinked_file();
  auto summary = unpack(*reader, fd->get());
  ASSERT_TRUE(summary);
  EXPECT_TRUE(summary->damage);
  Words words(*file_size(fd->get(), "") / 8);
  ASSERT_TRUE(read_at(fd->get(), std::as_writable_bytes(std::span(words)), 0, ""));
  Words stream(words.begin() + k_raw_header_bytes / 8, words.end() - 1);
  EXPECT_EQ(words.back(), 0u);
  EXPECT_EQ(find_fault(stream), "");
  EXPECT_EQ(std::string(reinterpret_cast<char*>(words.data())), "CUTRAW");
}

}  // namespace
}  // namespace cutaway::test
