// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cctype>
#include <cstring>

#include "fake_program.h"

using namespace cutaway;

template <class Result, class... Arguments>
static Result call_known(int index, CutawayContext* context, Arguments... arguments) {
  return hook<Result(void*, Arguments...)>(index)(context, arguments...);
}

static char* text_memory(const char* text) {
  char* memory = static_cast<char*>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  strcpy(memory, text);
  return memory;
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
  int result = 0;
  inside([&](CutawayContext* context) { result = call_known<int>(k_call_known_strcmp, context, left, right); });
  return result > 0 ? 0 : 1;
}
TEST(RecordKnown, StrcmpReadsUpToTheFirstDifference) { EXPECT_EQ(patched_by("known_strcmp"), 6u); }

SCENARIO(known_memchr) {
  char* text = text_memory("abcdefgh");
  void* found = nullptr;
  inside([&](CutawayContext* context) {
    found = call_known<void*>(k_call_known_memchr, context, text, static_cast<int>('d'), uint64_t{4000});
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
TEST(RecordKnown, MemmoveChecksItsSourceBeforeOverwritingIt) { EXPECT_EQ(patched_by("known_memmove"), 8u); }

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
  char* from = static_cast<char*>(mmap(nullptr, 2 * k_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
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

SCENARIO(known_tolower) {
  int wrong = 0;
  inside([&](CutawayContext* context) {
    for (int c = -1; c < 256; c++) wrong += call_known<int>(k_call_known_tolower, context, c) != tolower(c);
    wrong += call_known<int>(k_call_known_tolower, context, int32_t{'A'}) != 'a';
    wrong += call_known<int>(k_call_known_tolower, context, 100'000) != 100'000;
  });
  return wrong;
}
TEST(RecordKnown, LocaleDependentResultsBecomePatchesOnce) {
  const RecordedRun run = record("known_tolower");
  EXPECT_EQ(run.status, 0);
  EXPECT_LE(run.of(k_event_patch).size(), 257u);
  EXPECT_GE(run.of(k_event_patch).size(), 255u);
  EXPECT_EQ(run.of(k_event_patch)[0].words[0] >> 40, k_memo_tables >> 40);
}
