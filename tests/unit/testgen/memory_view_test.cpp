// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "testgen/memory_view.h"

#include <gtest/gtest.h>

namespace cutaway {
namespace {

const auto k_no_output = [](const OutsideWrite&) { return false; };

TEST(MemoryView, WhatAnOutcallFindsWasThereBefore) {
  ScriptCall call;
  call.outcalls.emplace_back().writes = {{0x1000, {'a', 'b'}, {}}};
  MemoryView memory;
  memory.enter(call, k_no_output);
  EXPECT_EQ(memory.text(0x1000, 10), "ab");
}

TEST(MemoryView, WhatAnOutcallWritesWasNot) {
  ScriptCall call;
  call.writes = {{0x1000, {'a'}, {}}};
  call.outcalls.emplace_back().writes = {{0x1000, {'z'}, {}}, {0x2000, {'y'}, {}}};
  MemoryView memory;
  memory.enter(call, [](const OutsideWrite& write) { return write.address == 0x2000; });
  EXPECT_EQ(memory.byte(0x1000), 'a');  // read before it was changed
  EXPECT_FALSE(memory.knows(0x2000));
}

TEST(MemoryView, OfOneSegmentTheLastWriteCounts) {
  ScriptCall call;
  call.writes = {{0x1000, {0, 0}, {}}, {0x1000, {'x'}, {}}};
  MemoryView memory;
  memory.enter(call, k_no_output);
  EXPECT_EQ(memory.byte(0x1000), 'x');
}

TEST(MemoryView, ImageAddressesAreWords) {
  MemoryView memory;
  memory.write({0x1000, {}, 0x1000000000040});
  EXPECT_EQ(memory.image(0x1000), 0x1000000000040);
  memory.write({0x1004, {1}, {}});
  EXPECT_FALSE(memory.image(0x1000));
}

}  // namespace
}  // namespace cutaway
