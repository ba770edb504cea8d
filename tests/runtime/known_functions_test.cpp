// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstring>

#include "abi/known_cells.h"
#include "fake_program.h"

using namespace cutaway;

template <class Result, class... Arguments>
static Result call_known(int index, CutawayContext* context, Arguments... arguments) {
  return hook<Result(void*, Arguments...)>(index)(context, arguments...);
}

static char* text_memory(const char* text) {
  char* memory = static_cast<char*>(
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  strcpy(memory, text);
  return memory;
}

static void check(CutawayContext* context, const char* address, uint64_t size) {
  hook<void(void*, const void*, uint64_t)>(k_call_check_range)(context, address, size);
}

// Records one known call and says how many bytes it patched.
static uint64_t patched_by(const char* scenario) {
  const RecordedRun run = record(scenario);
  EXPECT_EQ(run.status, 0);
  return run.patched_bytes();
}

SCENARIO(known_strcmp) {
  char* left = text_memory("abcdefgh");
  char* right = text_memory("abXdefgh");
  inside([&](CutawayContext* context) {
    call_known<void>(k_call_known_strcmp, context, left, right);
  });
  return 0;
}
TEST(RecordKnown, StrcmpReadsUpToTheFirstDifference) { EXPECT_EQ(patched_by("known_strcmp"), 6u); }

// Every length, at every distance from the end of a page, with the difference in the last byte that
// is read.
SCENARIO(known_comparisons) {
  const auto map = [] {
    char* pages = static_cast<char*>(
        mmap(nullptr, 2 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(pages + 4096, 4096, PROT_NONE);
    return pages + 4096;
  };
  char* left_end = map();
  char* right_end = map();
  inside([&](CutawayContext* context) {
    for (uint64_t size = 1; size <= 70; size++) {
      for (uint64_t distance = 0; distance < 20; distance++) {
        memset(left_end - 100, 'x', 100);
        memset(right_end - 100, 'x', 100);
        check(context, left_end - 100, 100);
        check(context, right_end - 100, 100);
        char* left = left_end - distance - size;
        char* right = right_end - size;
        right[size - 1] = 'y';  // one byte to patch, and one beyond
        if (distance > 0) left[size] = 'z';
        call_known<void>(size % 2 == 0 ? k_call_known_strncmp : k_call_known_memcmp, context, left,
                         right, size);
      }
    }
  });
  return 0;
}
TEST(RecordKnown, ComparisonsReadNoByteTooMuch) {
  const RecordedRun run = record("known_comparisons");
  EXPECT_EQ(run.status, 0);
  // All bytes once; then for each the difference, the byte that restores it, and the byte beyond,
  // which is only restored where a check of the whole has seen it before.
  uint64_t compared = 0;
  run.for_each_patched_byte([&](uint64_t, uint8_t byte) { compared += byte == 'y' ? 1 : 0; });
  EXPECT_EQ(compared, 70u * 20u);
  run.for_each_patched_byte([&](uint64_t, uint8_t byte) { EXPECT_NE(byte, 'z'); });
}

SCENARIO(known_ranges) {
  char* memory = text_memory("");
  inside([&](CutawayContext* context) {
    for (uint64_t size = 1; size <= 200; size++) {
      for (uint64_t place = 0; place < size; place++) {
        memory[64 + place] ^= 1;
        memory[63] ^= 1;  // beside the range
        memory[64 + size] ^= 1;
        check(context, memory + 64, size);
        memory[63] ^= 1;
        memory[64 + size] ^= 1;
      }
    }
  });
  return 0;
}
TEST(RecordKnown, ChecksFindEachDifferenceInARangeOfAnySize) {
  EXPECT_EQ(patched_by("known_ranges"), 200u * 201 / 2);
}

SCENARIO(known_memchr) {
  char* text = text_memory("abcdefgh");
  void* found = nullptr;
  inside([&](CutawayContext* context) {
    found = call_known<void*>(k_call_known_memchr, context, text, static_cast<int>('d'),
                              uint64_t{4000});
  });
  return found == text + 3 ? 0 : 1;
}
TEST(RecordKnown, MemchrReadsUpToWhatItFinds) { EXPECT_EQ(patched_by("known_memchr"), 4u); }

SCENARIO(known_memmove) {
  char* text = text_memory("abcdefgh");
  inside([&](CutawayContext* context) {
    call_known<void*>(k_call_known_memmove, context, text + 1, text, uint64_t{8});
    load(context, text, 9);
  });
  return strcmp(text, "aabcdefgh") == 0 ? 0 : 1;
}
TEST(RecordKnown, MemmoveChecksItsSourceBeforeOverwritingIt) {
  EXPECT_EQ(patched_by("known_memmove"), 8u);
}

SCENARIO(known_strcpy) {
  char* from = text_memory("abcdefgh");
  char* to = text_memory("");
  inside([&](CutawayContext* context) {
    call_known<void*>(k_call_known_strcpy, context, to, from);
    call_known<void*>(k_call_known_strcat, context, to, from);
    load(context, to, 17);
  });
  return strcmp(to, "abcdefghabcdefgh") == 0 ? 0 : 1;
}
TEST(RecordKnown, WhatTheyWriteIsMirrored) { EXPECT_EQ(patched_by("known_strcpy"), 8u); }

SCENARIO(known_memcpy_large) {
  constexpr uint64_t k_size = 3 << 20;
  char* from = static_cast<char*>(
      mmap(nullptr, 2 * k_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  memset(from, 'x', k_size);
  inside([&](CutawayContext* context) {
    call_known<void*>(k_call_known_memcpy, context, from + k_size, from, k_size);
    load(context, from + k_size, k_size);
  });
  return 0;
}
TEST(RecordKnown, LargeCopiesAreSplitIntoPatches) {
  const RecordedRun run = record("known_memcpy_large");
  EXPECT_TRUE(run.is_well_formed);
  EXPECT_EQ(run.patched_bytes(), uint64_t{3 << 20});
  EXPECT_EQ(run.of(k_event_patch).size(), 3u);
}

// What the pass emits for tolower: the result is compared with the shadow of its cell, and stored
// on a difference.
SCENARIO(known_cells) {
  inside([&](CutawayContext* context) {
    for (int round = 0; round < 2; round++) {
      for (int c = 'A'; c <= 'Z'; c++) {
        auto* cell =
            reinterpret_cast<int32_t*>(k_known_cells + k_memo_tolower * k_memo_table_bytes) +
            k_memo_bias + c;
        *cell = c - 'A' + 'a';
        load(context, reinterpret_cast<char*>(cell), sizeof(*cell));
      }
    }
  });
  return 0;
}
TEST(RecordKnown, ResultsInCellsBecomePatchesOnce) {
  const RecordedRun run = record("known_cells");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.patched_bytes(), 26u);
  EXPECT_EQ(run.of(k_event_patch)[0].words[0] >> 40, k_known_cells >> 40);
}
