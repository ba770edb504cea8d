// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/describe.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "support/stream_builder.h"

namespace cutaway::test {
namespace {

std::string describe(LeafKind kind, uint32_t bytes, const char* type, const Words& slots,
                     bool is_marked = false) {
  StreamTables tables;
  SymbolTable symbols;
  symbols.add(ModuleId{1}, {0x100, 0x20, true, "_ZN2ns1fEi"});
  return Describer(tables, symbols).value({kind, bytes, "x", type}, slots, is_marked);
}

template <typename T>
Words slots_of(T value, size_t bytes = sizeof(T)) {
  Words slots((bytes + 7) / 8, 0);
  std::memcpy(slots.data(), &value, bytes);
  return slots;
}

TEST(Describe, IntegersBySizeAndSign) {
  EXPECT_EQ(describe(LeafKind::Integer, 4, "int", {0xffffffff}), "-1");
  EXPECT_EQ(describe(LeafKind::Integer, 4, "unsigned int", {0xffffffff}), "4294967295");
  EXPECT_EQ(describe(LeafKind::Integer, 8, "size_t", {~0ull}), "18446744073709551615");
  EXPECT_EQ(describe(LeafKind::Integer, 2, "short", {0x8000}), "-32768");
  EXPECT_EQ(describe(LeafKind::Integer, 1, "bool", {1}), "true");
  EXPECT_EQ(describe(LeafKind::Integer, 1, "char", {'a'}), "97 'a'");
  EXPECT_EQ(describe(LeafKind::Integer, 16, "__int128", {~0ull, ~0ull}), "-1");
}

TEST(Describe, FloatsAsShortAsTheyRoundTrip) {
  EXPECT_EQ(describe(LeafKind::Float, 8, "double", slots_of(0.1)), "0.1");
  EXPECT_EQ(describe(LeafKind::Float, 4, "float", slots_of(0.1f)), "0.1");
  EXPECT_EQ(describe(LeafKind::LongDouble, 16, "long double", slots_of(1.5L, 10)), "1.5");
}

TEST(Describe, ImpossibleLongDoublesAsBytes) {
  EXPECT_EQ(describe(LeafKind::LongDouble, 16, "long double", {1, 0x4000}),
            "{01000000000000000040}");
}

TEST(Describe, Pointers) {
  EXPECT_EQ(describe(LeafKind::Pointer, 8, "char *", {0}), "nullptr");
  EXPECT_EQ(describe(LeafKind::Pointer, 8, "char *", {k_heap}), "0x555555550000");
  EXPECT_EQ(describe(LeafKind::Pointer, 8, "void (*)()", {image(1, 0x100)}, true), "ns::f");
  EXPECT_EQ(describe(LeafKind::Pointer, 8, "void *", {image(1, 0x110)}, true), "ns::f+0x10");
  EXPECT_EQ(describe(LeafKind::Pointer, 8, "void *", {image(1, 0x200)}, true), "module 1+0x200");
}

TEST(Describe, BytesAreCut) {
  EXPECT_EQ(describe(LeafKind::Bytes, 3, "S", {0x030201}), "{010203}");
  EXPECT_EQ(describe(LeafKind::Bytes, 64, "S", Words(8, 0)),
            "{" + std::string(64, '0') + "... 64 bytes}");
}

TEST(Describe, ShortNamesKeepOperatorsAndLambdas) {
  EXPECT_EQ(short_name("_ZN2ns1fEi"), "ns::f");
  EXPECT_EQ(short_name("plain_c"), "plain_c");
  EXPECT_EQ(short_name("_ZN2ns1fEi.record"), "ns::f");
  EXPECT_EQ(short_name("plain_c.record"), "plain_c");
  EXPECT_EQ(short_name("_ZN1AclEv"), "A::operator()");
}

TEST(Describe, TextPreviewsOnlyWhatLooksLikeText) {
  auto preview = [](std::string_view text) {
    return text_preview(std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size()), 8);
  };
  EXPECT_EQ(preview(std::string_view("hi\0", 3)), "\"hi\"");
  EXPECT_EQ(preview("abcdefghijk"), "\"abcdefgh\"...");
  EXPECT_EQ(preview(std::string_view("\1\2\3", 3)), "");
  EXPECT_EQ(preview("a"), "");
}

}  // namespace
}  // namespace cutaway::test
