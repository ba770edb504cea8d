// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/elf_image.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"

namespace cutaway {
namespace {

using testing::Contains;
using testing::HasSubstr;

TEST(ElfImage, DescribesThisProgram) {
  auto image = ElfImage::open(real_path("/proc/self/exe"));
  ASSERT_TRUE(image) << to_text(image.error());
  EXPECT_TRUE(image->is_position_independent());
  EXPECT_THAT(image->interpreter(), HasSubstr("ld-linux"));
  EXPECT_FALSE(image->woven());
  std::vector<ElfSymbol> symbols = image->read_symbols();
  EXPECT_TRUE(
      std::is_sorted(symbols.begin(), symbols.end(),
                     [](const ElfSymbol& a, const ElfSymbol& b) { return a.offset < b.offset; }));
  EXPECT_THAT(symbols, Contains(testing::Field(&ElfSymbol::name, "main")));
}

TEST(ElfImage, ListsLibrariesAsTheLoaderFindsThem) {
  auto image = ElfImage::open(real_path("/proc/self/exe"));
  auto libraries = list_libraries(*image, "");
  ASSERT_TRUE(libraries) << to_text(libraries.error());
  EXPECT_THAT(*libraries, Contains(HasSubstr("libc.so.6")));
}

TEST(ElfImage, RefusesScriptsAndOtherFiles) {
  auto folder = TempDir::create();
  std::string path = folder->path() + "/file";
  for (std::string content : {"#!/bin/sh\n", "hello",
                              "\x7f"
                              "ELF",
                              ""}) {
    auto fd = open_file(path, O_RDWR | O_CREAT | O_TRUNC);
    ASSERT_TRUE(write_all(fd->get(), content, path));
    EXPECT_FALSE(ElfImage::open(path)) << content;
  }
}

TEST(ElfImage, SurvivesDamagedFiles) {
  auto content = read_file(real_path("/bin/true"));
  auto folder = TempDir::create();
  std::string path = folder->path() + "/file";
  for (size_t at = 0; at < 4096; at += 7) {
    std::string damaged = *content;
    damaged[at] = static_cast<char>(~damaged[at]);
    auto fd = open_file(path, O_RDWR | O_CREAT | O_TRUNC);
    ASSERT_TRUE(write_all(fd->get(), damaged, path));
    if (auto image = ElfImage::open(path)) image->read_symbols();
  }
}

TEST(Demangle, LeavesOtherNamesAlone) {
  EXPECT_EQ(demangle("_ZN2ns1fEi"), "ns::f(int)");
  EXPECT_EQ(demangle("main"), "main");
}

}  // namespace
}  // namespace cutaway
