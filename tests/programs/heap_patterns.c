// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// malloc, calloc, realloc and free by both sides; freed addresses come back with other content.
// inside: in_*
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void* out_allocate(size_t n) { return memset(malloc(n), 0x77, n); }
void out_release(void* p) { free(p); }

long in_reuse(int rounds) {
  long sum = 0;
  for (int i = 0; i < rounds; ++i) {
    int* a = malloc(40);
    a[0] = i;
    a[9] = i * 2;
    sum += a[0] + a[9];
    if (i % 2) free(a);
    else out_release(a);
    int* b = calloc(10, 4);
    for (int j = 0; j < 10; ++j) sum += b[j];
    char* c = out_allocate(40);
    sum += c[39];
    free(b);
    out_release(c);
  }
  return sum;
}
long in_grow(size_t limit) {
  char* text = NULL;
  size_t length = 0;
  for (size_t i = 0; i < limit; ++i) {
    if (i == length) text = realloc(text, length = length * 2 + 16);
    text[i] = (char)(i * 7);
  }
  long sum = 0;
  for (size_t i = 0; i < limit; ++i) sum = sum * 3 % 1000003 + text[i];
  free(text);
  return sum;
}
int in_aligned(void) {
  void* a = aligned_alloc(256, 512);
  void* b = NULL;
  int failed = posix_memalign(&b, 64, 100);
  int result = ((unsigned long)a % 256 == 0) + ((unsigned long)b % 64 == 0) + failed +
               (malloc_usable_size(b) >= 100);
  free(a);
  free(b);
  free(NULL);
  return result;
}

int main(void) { printf("%ld %ld %d\n", in_reuse(9), in_grow(100000), in_aligned()); }
