// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maps a page where the shadow of its own globals would lie, before any inside code runs.
// inside: in_*
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>

static long total;
long in_book(long v) { return total += v; }

int main(void) {
  uintptr_t shadow = (uintptr_t)&total + 0x5a340ull - 0x400000000000ull;
  void* page = (void*)(shadow & ~(uintptr_t)4095);
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE | MAP_NORESERVE;
  void* mapped = mmap(page, 4096, PROT_READ | PROT_WRITE, flags, -1, 0);
  printf("%d\n", mapped == page || mapped == MAP_FAILED);
  printf("%ld\n", in_book(5));
}
