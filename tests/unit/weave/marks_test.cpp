// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "weave/marks.h"

#include <gmock/gmock.h>

#include "driver/stored_file.h"

namespace cutaway {
namespace {

using testing::HasSubstr;

TEST(Marks, LastLinkIsTheFilesOwn) {
  auto marks = parse_marks(
      "unit 1 aa /store a\nlink 1 bb /store a\nunit 1 cc /store\nlink 1 dd /other\n", "app");
  ASSERT_TRUE(marks);
  ASSERT_EQ(marks->units.size(), 2u);
  EXPECT_EQ(marks->units[0], (StoredName{"aa", "/store a"}));
  EXPECT_EQ(marks->link, (StoredName{"dd", "/other"}));
}

TEST(Marks, PaddingBetweenObjectsIsSkipped) {
  using namespace std::string_literals;
  auto marks = parse_marks("unit 1 aa /s\n\0\0\0unit 1 bb /s\n\0"s, "app");
  ASSERT_TRUE(marks);
  EXPECT_EQ(marks->units.size(), 2u);
}

TEST(Marks, LostSourcesKeepTheirReason) {
  auto marks = parse_marks("lost 1 a b.c: /x: no space left\n", "app");
  ASSERT_TRUE(marks);
  EXPECT_THAT(marks->lost, testing::ElementsAre("a b.c: /x: no space left"));
}

TEST(Marks, CodeRecordsStandBesideTheirUnits) {
  auto marks = parse_marks("unit 1 aa /store\ncode 1 bb /store\n", "x.o");
  ASSERT_TRUE(marks);
  EXPECT_EQ(marks->units.size(), 1u);
  EXPECT_THAT(marks->code_records, testing::ElementsAre(StoredName{"bb", "/store"}));
}

TEST(Marks, OtherVersionsAreRefused) {
  auto marks = parse_marks("unit 99 aa /store\n", "app");
  ASSERT_FALSE(marks);
  EXPECT_THAT(marks.error().message, HasSubstr("format 99"));
}

TEST(Marks, AreReadFromTheObjectThatADriverWrites) {
  auto marks = read_marks(driver::object_with_mark("link 1 ab /store\n", false), "x.o");
  ASSERT_TRUE(marks);
  EXPECT_EQ(marks->link, (StoredName{"ab", "/store"}));
}

TEST(Marks, DamagedObjectsAreErrorsNotCrashes) {
  std::string object = driver::object_with_mark("link 1 ab /store\n", true);
  for (size_t size = 4; size < object.size(); size += 7) {
    auto marks = read_marks(std::string_view(object).substr(0, size), "x.o");
    EXPECT_TRUE(!marks || marks->is_empty()) << size;
  }
  EXPECT_TRUE(read_marks(std::string_view("no ELF"), "x.o")->is_empty());
}

}  // namespace
}  // namespace cutaway
