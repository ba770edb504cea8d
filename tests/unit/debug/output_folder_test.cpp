// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "debug/output_folder.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"

namespace cutaway {
namespace {

namespace fs = std::filesystem;

class OutputFolderTest : public testing::Test {
 protected:
  void SetUp() override {
    auto made = TempDir::create();
    ASSERT_TRUE(made);
    root_.emplace(std::move(*made));
    path_ = root_->path() + "/debug.cut";
  }
  void write(const std::string& name, const std::string& text) {
    ASSERT_TRUE(write_file(path_ + "/" + name, text));
  }
  std::string read(const std::string& name) {
    auto text = read_file(path_ + "/" + name);
    return text ? *text : "none";
  }
  void make_earlier_result() {
    fs::create_directory(path_);
    write("run", "old run");
    write("1", "old level");
    write("1.tests", "old tests");
  }
  size_t folders() const {
    return static_cast<size_t>(std::distance(fs::directory_iterator(root_->path()), {}));
  }

  std::optional<TempDir> root_;
  std::string path_;
};

TEST_F(OutputFolderTest, NewOneGoesUnlessItIsKept) {
  {
    ASSERT_TRUE(OutputFolder::prepare(path_, false, ""));
  }
  EXPECT_FALSE(fs::exists(path_));
  {
    auto folder = OutputFolder::prepare(path_, false, "");
    ASSERT_TRUE(folder);
    folder->keep();
  }
  EXPECT_TRUE(fs::exists(path_));
}

TEST_F(OutputFolderTest, WhatIsThereComesBackUnlessTheNewIsKept) {
  make_earlier_result();
  {
    ASSERT_FALSE(OutputFolder::prepare(path_, false, ""));
    auto folder = OutputFolder::prepare(path_, true, "");
    ASSERT_TRUE(folder);
    EXPECT_TRUE(fs::is_empty(path_));
    write("run", "new run");
    write("2", "new level");
  }
  EXPECT_EQ(read("run"), "old run");
  EXPECT_EQ(read("1.tests"), "old tests");
  EXPECT_EQ(read("2"), "none");
  EXPECT_EQ(folders(), 1u);
}

TEST_F(OutputFolderTest, NewOneReplacesTheOldWhenKept) {
  make_earlier_result();
  {
    auto folder = OutputFolder::prepare(path_, true, "");
    ASSERT_TRUE(folder);
    write("run", "new run");
    folder->keep();
  }
  EXPECT_EQ(read("run"), "new run");
  EXPECT_EQ(read("1"), "none");
  EXPECT_EQ(folders(), 1u);
}

TEST_F(OutputFolderTest, RunThatIsDebuggedAgainStaysInPlace) {
  make_earlier_result();
  {
    auto folder = OutputFolder::prepare(path_, true, path_ + "/run");
    ASSERT_TRUE(folder);
    EXPECT_EQ(read("run"), "old run");
    write("1", "new level");
  }
  EXPECT_EQ(read("run"), "old run");
  EXPECT_EQ(read("1"), "old level");
  {
    auto folder = OutputFolder::prepare(path_, true, path_ + "/run");
    ASSERT_TRUE(folder);
    folder->keep();
  }
  EXPECT_EQ(read("run"), "old run");
  EXPECT_EQ(read("1"), "none");
}

TEST_F(OutputFolderTest, RefusesALevelThatWouldBeReplaced) {
  make_earlier_result();
  EXPECT_FALSE(OutputFolder::prepare(path_, true, path_ + "/1"));
  EXPECT_EQ(read("1"), "old level");
}

TEST_F(OutputFolderTest, RefusesAFolderWithOtherFiles) {
  make_earlier_result();
  write("main.c", "precious");
  auto folder = OutputFolder::prepare(path_, true, "");
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().message, "holds a file that cutaway debug did not write: main.c");
  EXPECT_EQ(read("main.c"), "precious");
}

}  // namespace
}  // namespace cutaway
