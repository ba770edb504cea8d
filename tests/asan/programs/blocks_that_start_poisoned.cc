// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks whose first bytes are poisoned while they live: arrays that begin with their number of elements, and blocks of
// which the program itself has forbidden a part. They go back without a report, and their places are used again at once.
#include <sanitizer/asan_interface.h>
#include <cstdio>
#include <cstdlib>

extern "C" const char* __asan_default_options() { return "quarantine_size_mb=0:thread_local_quarantine_size_kb=0"; }

static unsigned g_sum;

struct Item {
  Item() : value(++g_sum) {}
  ~Item() { g_sum += value; }
  unsigned value;
};

__attribute__((noinline)) static Item* make_items(int count) { return new Item[count]; }
__attribute__((noinline)) static void drop_items(Item* items) { delete[] items; }

__attribute__((noinline)) static char* make_bytes(int size) {
  char* bytes = static_cast<char*>(std::malloc(size));
  bytes[0] = static_cast<char>(size);
  g_sum += static_cast<unsigned>(bytes[0]);
  return bytes;
}

int main() {
  const void* last = nullptr;
  int again = 0;
  for (int round = 0; round < 20; round++) {
    drop_items(make_items(4));  // 8 + 16 bytes
    char* bytes = make_bytes(24);
    again += bytes == last;
    last = bytes;
    __asan_poison_memory_region(bytes, 8);
    std::free(bytes);
    bytes = make_bytes(24);
    again += bytes == last;
    std::free(bytes);
  }
  std::printf("%u, used again: %d\n", g_sum, again > 0);
}
