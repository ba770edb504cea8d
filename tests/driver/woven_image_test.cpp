// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/woven_image.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <random>

namespace cutaway::driver {
namespace {

using testing::Contains;
using testing::TempDir;

std::string own_bytes() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string write_file(const std::string& bytes) {
  std::string path = TempDir() + "/image." + std::to_string(getpid());
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

TEST(ReadImage, KnowsAnExecutableThatIsNotWoven) {
  const auto facts = read_image("/proc/self/exe");
  ASSERT_TRUE(facts);
  EXPECT_TRUE(facts->is_executable);
  EXPECT_FALSE(facts->is_woven);
  EXPECT_THAT(facts->functions, Contains("main"));
  EXPECT_THAT(facts->source_files, Contains("woven_image_test.cpp"));
}

TEST(ReadImage, RejectsWhatIsNotElf) {
  EXPECT_FALSE(read_image("/no/such/file"));
  EXPECT_FALSE(read_image("/etc/passwd"));
  EXPECT_FALSE(read_image("/tmp"));
}

TEST(ReadImage, SurvivesTruncatedFiles) {
  const std::string bytes = own_bytes();
  for (size_t size = 1; size < bytes.size(); size += size / 3 + 1) {
    const std::string path = write_file(bytes.substr(0, size));
    read_image(path);
    std::filesystem::remove(path);
  }
}

TEST(ReadImage, SurvivesDamagedHeaders) {
  std::mt19937 random(1);
  const std::string bytes = own_bytes();
  for (int round = 0; round < 200; ++round) {
    std::string damaged = bytes.substr(0, 100'000);
    for (int flips = 0; flips < 20; ++flips)
      damaged[16 + random() % 600] = static_cast<char>(random());
    const std::string path = write_file(damaged);
    read_image(path);
    std::filesystem::remove(path);
  }
}

}  // namespace
}  // namespace cutaway::driver
