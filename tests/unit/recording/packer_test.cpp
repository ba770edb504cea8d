// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/packer.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "recording/raw_log.h"
#include "recording/recording_reader.h"
#include "support/stream_builder.h"

namespace cutaway::test {
namespace {

using testing::HasSubstr;

class PackerTest : public testing::Test {
 protected:
  void write_log(const Words& words) {
    auto fd = open_file(raw_, O_RDWR | O_CREAT | O_TRUNC);
    ASSERT_TRUE(write_all(fd->get(), raw_log_header(true, 1), raw_));
    ASSERT_TRUE(write_all(fd->get(), std::as_bytes(std::span(words)), raw_));
  }
  Result<PackSummary> pack_log() {
    auto fd = open_file(output_, O_RDWR | O_CREAT | O_TRUNC);
    return pack(raw_, {}, fd->get(), output_);
  }

  TempDir folder_ = *TempDir::create();
  std::string raw_ = folder_.path() + "/raw";
  std::string output_ = folder_.path() + "/run.cut";
};

TEST_F(PackerTest, SumsUpTheRun) {
  write_log(sample().words());
  auto summary = pack_log();
  ASSERT_TRUE(summary) << to_text(summary.error());
  EXPECT_EQ(summary->counts.incalls, 5u);
  EXPECT_EQ(summary->end.kind, EndKind::Exit);
  EXPECT_EQ(summary->raw_bytes, sample().words().size() * 8);
  EXPECT_EQ(summary->left_out, "");
}

TEST_F(PackerTest, TakesVerifyFromTheLog) {
  write_log(sample().words());
  ASSERT_TRUE(pack_log());
  EXPECT_TRUE(RecordingReader::open(output_)->info().verify);
}

TEST_F(PackerTest, StopsAtTheZeroWordOfAKilledProgram) {
  write_log(prelude().incall(1, {0, 0}).words() + Words(1000, 0));
  auto summary = pack_log();
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->end.kind, EndKind::None);
  EXPECT_EQ(summary->counts.incalls, 1u);
}

TEST_F(PackerTest, LeavesOutAnEventThatWasCutOff) {
  Words words = prelude().incall(1, {0, 0}).words();
  words.pop_back();
  write_log(words);
  auto summary = pack_log();
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->counts.incalls, 0u);
  EXPECT_THAT(summary->left_out, HasSubstr("event 5: incall event is malformed"));
}

TEST_F(PackerTest, KeepsWhatComesBeforeAnEventThatMakesNoSense) {
  write_log(prelude().incall(1, {0, 0}).incall(1, {0, 0}).words());
  auto summary = pack_log();
  ASSERT_TRUE(summary);
  EXPECT_THAT(summary->left_out, HasSubstr("event 6: incall while the thread is inside"));
  EXPECT_THAT(RecordingReader::open(output_)->left_out(), HasSubstr("event 6"));
}

TEST_F(PackerTest, RefusesWhatIsNoRawLog) {
  auto fd = open_file(raw_, O_RDWR | O_CREAT);
  ASSERT_TRUE(write_all(fd->get(), "hello", raw_));
  auto summary = pack_log();
  ASSERT_FALSE(summary);
  EXPECT_THAT(summary.error().message, HasSubstr("not a raw log"));
}

TEST_F(PackerTest, NeverSplitsAnEvent) {
  StreamBuilder stream = prelude().incall(1, {0, 0});
  std::string large(700'000, 'x');
  for (int i = 0; i < 5; ++i) stream.patch(k_heap, large);
  write_log(stream.words());
  ASSERT_TRUE(pack_log());
  auto reader = RecordingReader::open(output_);
  uint64_t events = 0;
  while (true) {
    auto event = reader->next();
    ASSERT_TRUE(event) << to_text(event.error());
    if (!*event) break;
    ++events;
  }
  EXPECT_EQ(events, 11u);
}

TEST_F(PackerTest, NeedsNoMoreMemoryForALongerLog) {
  auto fd = open_file(raw_, O_RDWR | O_CREAT);
  ASSERT_TRUE(write_all(fd->get(), raw_log_header(false, 1), raw_));
  Words start = prelude().incall(1, {0, 0}).words();
  ASSERT_TRUE(write_all(fd->get(), std::as_bytes(std::span(start)), raw_));
  StreamBuilder block;
  for (int i = 0; i < 256; ++i)
    block.patch(k_heap + 4096 * i, std::string(4096, static_cast<char>(i)));
  for (int i = 0; i < 192; ++i)
    ASSERT_TRUE(write_all(fd->get(), std::as_bytes(std::span(block.words())), raw_));
  rusage before{};
  ::getrusage(RUSAGE_SELF, &before);
  auto summary = pack_log();
  rusage after{};
  ::getrusage(RUSAGE_SELF, &after);
  ASSERT_TRUE(summary);
  EXPECT_GT(summary->raw_bytes, 190u << 20);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 64 << 10) << "KiB";
}

}  // namespace
}  // namespace cutaway::test
