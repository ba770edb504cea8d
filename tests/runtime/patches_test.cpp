// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstdlib>
#include <cstring>

#include "fake_program.h"

using namespace cutaway;

static char* fresh_memory(uint64_t size) {
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return static_cast<char*>(memory);
}

SCENARIO(patch_bytes) {
  char* memory = fresh_memory(4096);
  memcpy(memory, "\1\0\2\3\0\0\0\4", 8);
  inside([&](CutawayContext* context) {
    load(context, memory, 8);
    load(context, memory, 8);
  });
  return 0;
}

TEST(RecordPatches, LogOnlyBytesThatDifferAndEachOnce) {
  const RecordedRun run = record("patch_bytes");
  EXPECT_TRUE(run.of(k_event_patch).empty());
  const auto patches = run.of(k_event_patch_runs);
  ASSERT_EQ(patches.size(), 1u);
  EXPECT_EQ(patches[0].ident, 8u);
  EXPECT_EQ(patches[0].words[1], 0x0004'01'03'02'62'01'21u);  // 1 skip 1, 2 skip 3, 1
}

SCENARIO(changed_between_reads) {
  char* memory = fresh_memory(4096);
  for (int i = 0; i < 4096; i++) memory[i] = static_cast<char>(i % 16 == 0 ? 1 : 2);
  inside([&](CutawayContext* context) {
    for (int i = 0; i < 4096; i += 16) load(context, memory + i, 1);
    for (int i = 0; i < 4096; i += 16) store(context, memory + i, 9, 1);
    for (int i = 0; i < 4096; i++) load(context, memory + i, 1);
  });
  return 0;
}

TEST(RecordPatches, NeverHoldWhatTheInsideStored) {
  const RecordedRun run = record("changed_between_reads");
  EXPECT_TRUE(run.is_well_formed);
  EXPECT_EQ(run.patched_bytes(), 4096u);
  EXPECT_FALSE(run.of(k_event_patch_runs).empty());
  std::vector<uint8_t> replayed(4096);
  const uint64_t base = run.of(k_event_patch)[0].words[0];
  run.for_each_patched_byte([&](uint64_t address, uint8_t byte) {
    EXPECT_EQ(replayed.at(address - base), 0);
    replayed.at(address - base) = byte;
  });
  for (size_t i = 0; i < replayed.size(); i++) EXPECT_EQ(replayed[i], i % 16 == 0 ? 1 : 2) << i;
}

SCENARIO(bytes_of_all_patterns) {
  // Runs and gaps of all lengths, at all alignments, against an earlier content.
  char* memory = fresh_memory(65536);
  uint32_t random = 7;
  for (int round = 0; round < 200; round++) {
    const int sparse = 1 + round % 40;
    for (int i = 0; i < 65536; i++) {
      random = random * 1103515245 + 12345;
      if ((random >> 16) % 40 < static_cast<uint32_t>(sparse))
        memory[i] ^= static_cast<char>(1 + random % 255);
    }
    inside([&](CutawayContext* context) { load(context, memory + round % 64, 65536 - round); });
  }
  fwrite(memory, 1, 65536 - 256, stderr);
  return 0;
}

TEST(RecordPatches, OfAllPatternsGiveTheContent) {
  const RecordedRun run = record("bytes_of_all_patterns");
  EXPECT_TRUE(run.is_well_formed);
  std::vector<uint8_t> replayed(65536);
  uint64_t base = ~0ull;
  run.for_each_patched_byte(
      [&](uint64_t address, uint8_t) { base = address < base ? address : base; });
  base = base / 4096 * 4096;
  run.for_each_patched_byte(
      [&](uint64_t address, uint8_t byte) { replayed.at(address - base) = byte; });
  ASSERT_EQ(run.errors.size(), 65536u - 256);
  EXPECT_EQ(memcmp(run.errors.data() + 64, replayed.data() + 64, run.errors.size() - 64), 0);
}

SCENARIO(inside_store) {
  char* memory = fresh_memory(4096);
  inside([&](CutawayContext* context) {
    store(context, memory, 0x1122334455667788, 8);
    load(context, memory, 8);
  });
  memory[3] = 0;
  inside([&](CutawayContext* context) { load(context, memory, 8); });
  return 0;
}

TEST(RecordPatches, KnowWhatTheInsideStored) {
  const RecordedRun run = record("inside_store");
  const auto patches = run.of(k_event_patch);
  ASSERT_EQ(patches.size(), 1u);
  EXPECT_EQ(patches[0].ident, 1u);
  EXPECT_EQ(patches[0].words[0] % 8, 3u);
}

static int g_target;
SCENARIO(image_word) {
  char* memory = fresh_memory(4096);
  int* pointer = &g_target;
  memcpy(memory + 8, &pointer, 8);
  memcpy(memory + 33, &pointer, 8);
  inside([&](CutawayContext* context) {
    // A byte of a pointer is a number: logged as it is. This one is never 0, wherever the image is.
    load(context, memory + 13, 1);
    load(context, memory + 8, 8);
    load(context, memory + 33, 8);
  });
  return 0;
}

TEST(RecordPatches, LogImageAddressesAsModuleAndOffset) {
  const RecordedRun run = record("image_word");
  const auto bytes = run.of(k_event_patch);
  ASSERT_EQ(bytes.size(), 1u);
  EXPECT_EQ(bytes[0].ident, 1u);
  const auto words = run.of(k_event_patch_word);
  ASSERT_EQ(words.size(), 2u);
  EXPECT_EQ(words[0].words[0] % 16, 8u);
  EXPECT_EQ(words[0].words[1] >> k_module_bits, 1u);
  EXPECT_EQ(words[1].words[1], words[0].words[1]);
}

SCENARIO(image_word_replaced) {
  // Near the image, as the heap is: most bytes stay the same here, but not in the replayer.
  const uint64_t near = reinterpret_cast<uint64_t>(&g_target) + 0x4000'0000;
  static int* held = &g_target;
  memcpy(&held, &near, 8);
  inside([&](CutawayContext* context) { load(context, &held, 8); });
  return 0;
}

TEST(RecordPatches, LogWholeWordsThatHeldAnImageAddress) {
  const RecordedRun run = record("image_word_replaced");
  const auto patches = run.of(k_event_patch);
  ASSERT_EQ(patches.size(), 1u);
  EXPECT_EQ(patches[0].ident, 8u);
}

static const char k_constant[] = "text in the read-only part of the image";
static int g_initialised[4] = {1, 2, 3, 4};
static int g_zero[4];
SCENARIO(image_data) {
  inside([&](CutawayContext* context) {
    load(context, k_constant, sizeof(k_constant));
    load(context, g_initialised, 8);
    load(context, g_zero, 8);
    load(context, &stdout, 8);
  });
  g_zero[1] = 7;
  inside([&](CutawayContext* context) { load(context, g_zero, 8); });
  return 0;
}

TEST(RecordPatches, SkipWhatTheImageHoldsAnyway) {
  const RecordedRun run = record("image_data");
  const auto patches = run.of(k_event_patch);
  ASSERT_EQ(patches.size(), 1u);
  EXPECT_EQ(patches[0].words[1], 7u);
  EXPECT_EQ(patches[0].words[0] >> k_module_bits, 1u);
}

constexpr uint64_t k_input_bytes = 4 << 20;
SCENARIO(byte_reader) {
  // A buffer that is filled again and again with text that resembles what it held.
  char* buffer = fresh_memory(16384);
  uint32_t random = 1;
  for (uint64_t done = 0; done < k_input_bytes; done += 16384) {
    for (int i = 0; i < 16384; i++) {
      random = random * 1103515245 + 12345;
      buffer[i] = "etaoin shrdlu,.\n"[random >> 20 & 15];
    }
    inside([&](CutawayContext* context) {
      for (int i = 0; i < 16384; i++) load(context, buffer + i, 1);
    });
  }
  return 0;
}

TEST(RecordPatches, ReadAheadKeepsByteReadersCheap) {
  const RecordedRun run = record("byte_reader");
  ASSERT_EQ(run.status, 0);
  EXPECT_TRUE(run.is_well_formed);
  EXPECT_LE(run.log_bytes, k_input_bytes * 1.06);
}

SCENARIO(native_frame) {
  inside([&](CutawayContext* context) {
    volatile char local[64];
    for (volatile char& c : local) c = 5;
    load(context, const_cast<char*>(local), 8);
  });
  return 0;
}

TEST(RecordPatches, NeverLogNativeFramesOfTheInside) {
  EXPECT_TRUE(record("native_frame").of(k_event_patch).empty());
}

SCENARIO(outside_frame) {
  volatile char local[64];
  for (volatile char& c : local) c = 5;
  inside([&](CutawayContext* context) { load(context, const_cast<char*>(local), 8); });
  return 0;
}

TEST(RecordPatches, LogFramesOfTheOutside) {
  EXPECT_EQ(record("outside_frame").patched_bytes(), 8u);
}

SCENARIO(position) {
  char* memory = fresh_memory(4096);
  memory[0] = 1;
  inside([&](CutawayContext* context) {
    load(context, memory, 1);
    for (int i = 0; i < 100; i++) counted_access(context);
    memory[0] = 2;
    load(context, memory, 1);
    memory[0] = 3;
    load(context, memory, 1);
    outside(context, [] {});
    memory[0] = 4;
    load(context, memory, 1);
  });
  return 0;
}

TEST(RecordPatches, SayAtWhichAccessTheyApply) {
  const RecordedRun run = record("position");
  std::vector<uint32_t> kinds;
  for (const Event& event : run.events) {
    if (event.kind == k_event_patch || event.kind == k_event_break ||
        event.kind == k_event_outcall) {
      kinds.push_back(event.kind);
    }
  }
  EXPECT_EQ(kinds, (std::vector<uint32_t>{k_event_patch, k_event_break, k_event_patch,
                                          k_event_patch, k_event_outcall, k_event_patch}));
  EXPECT_EQ(run.of(k_event_break)[0].ident, 100u);
}

SCENARIO(low_memory) {
  void* memory =
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
  char* bytes = static_cast<char*>(memory);
  if (memory == MAP_FAILED) return 0;
  for (int i = 0; i < 64; i++) bytes[i] = static_cast<char>(i);
  uint64_t sum = 0;
  inside([&](CutawayContext* context) {
    for (int i = 0; i < 64; i += 8) sum += load(context, bytes + i, 8);
    store(context, bytes, 5, 8);
    sum += load(context, bytes, 8);
  });
  const bool is_refused = !inside([](CutawayContext*) {});
  return sum != 0 && bytes[0] == 5 && bytes[63] == 63 && is_refused ? 0 : 1;
}

TEST(RecordPatches, EndAtMemoryWithoutShadow) {
  const RecordedRun run = record("low_memory");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.of(k_event_truncated).size(), 1u);
}

SCENARIO(low_fault) {
  inside([](CutawayContext* context) { load(context, reinterpret_cast<void*>(0x12340), 8); });
  return 0;
}

TEST(RecordPatches, FaultsAtLowAddressesKeepTheirAddress) {
  const RecordedRun run = record("low_fault");
  ASSERT_EQ(run.of(k_event_failure).size(), 1u);
  EXPECT_EQ(run.of(k_event_failure)[0].words[1], 0x12340u);
}

SCENARIO(verified) {
  char* memory = fresh_memory(4096);
  inside([&](CutawayContext* context) {
    store(context, memory, 1, 4);
    outside(context, [] {});
    store(context, memory, 2, 4);
  });
  return 0;
}

TEST(RecordPatches, VerifyWritesAChecksumBeforeEachEndOfASegment) {
  const RecordedRun run = record("verified", {.options = "verify=1"});
  std::vector<uint32_t> kinds;
  for (const Event& event : run.events) {
    if (event.kind >= k_event_incall && event.kind != k_event_exit) kinds.push_back(event.kind);
  }
  EXPECT_EQ(kinds, (std::vector<uint32_t>{k_event_incall, k_event_checksum, k_event_outcall,
                                          k_event_outcall_return, k_event_checksum,
                                          k_event_incall_return}));
  const auto sums = run.of(k_event_checksum);
  EXPECT_NE(sums[0].words[0], sums[1].words[0]);
}
