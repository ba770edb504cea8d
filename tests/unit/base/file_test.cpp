// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

#include <filesystem>

namespace cutaway {
namespace {

class FileTest : public testing::Test {
 protected:
  size_t count_files() const {
    size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder_.path()))
      ++count;
    return count;
  }
  TempDir folder_ = *TempDir::create();
  std::string path_ = folder_.path() + "/file";
};

TEST_F(FileTest, AnAtomicFileAppearsOnlyWhenCommitted) {
  {
    auto file = AtomicFile::create(path_, false);
    ASSERT_TRUE(write_all(file->fd(), "x", path_));
    EXPECT_FALSE(is_file(path_));
  }
  EXPECT_EQ(count_files(), 0u);
  auto file = AtomicFile::create(path_, false);
  ASSERT_TRUE(file->commit());
  EXPECT_TRUE(is_file(path_));
  EXPECT_EQ(count_files(), 1u);
}

TEST_F(FileTest, AnAtomicFileReplacesNothingUnasked) {
  auto first = AtomicFile::create(path_, false);
  auto second = AtomicFile::create(path_ + "2", false);
  ASSERT_TRUE(first->commit());
  auto refused = AtomicFile::create(path_, false);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().hint, testing::HasSubstr("--force"));
  EXPECT_TRUE(AtomicFile::create(path_, true)->commit());
}

TEST_F(FileTest, CommitNoticesAFileThatCameInBetween) {
  auto file = AtomicFile::create(path_, false);
  ASSERT_TRUE(open_file(path_, O_RDWR | O_CREAT));
  EXPECT_FALSE(file->commit());
}

TEST_F(FileTest, AFullDiskGetsAHint) {
  auto full = open_file("/dev/full", O_WRONLY);
  if (!full) GTEST_SKIP() << "no /dev/full";
  auto written = write_all(full->get(), "x", "run.cut");
  ASSERT_FALSE(written);
  EXPECT_THAT(to_text(written.error()), testing::HasSubstr("run.cut: cannot write: No space left"));
  EXPECT_THAT(written.error().hint, testing::HasSubstr("--max-size"));
}

TEST_F(FileTest, AMissingFileIsNamed) {
  auto missing = read_file(path_);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().object, path_);
}

}  // namespace
}  // namespace cutaway
