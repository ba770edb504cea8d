// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C library calls inside comparison functions back: incalls nested in outcalls.
// inside: in_*
// min-incalls: 30
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int comparisons;

static int in_compare_int(const void* a, const void* b) {
  ++comparisons;
  int x = *(const int*)a, y = *(const int*)b;
  return (x > y) - (x < y);
}
static int in_compare_text(const void* a, const void* b) {
  return strcmp(*(const char* const*)a, *(const char* const*)b);
}
static int in_compare_context(const void* a, const void* b, void* context) {
  return *(int*)context * in_compare_int(a, b);
}

int in_sort(int* values, size_t n, int key) {
  qsort(values, n, sizeof *values, in_compare_int);
  int* found = bsearch(&key, values, n, sizeof *values, in_compare_int);
  int direction = -1;
  qsort_r(values, n / 2, sizeof *values, in_compare_context, &direction);
  return found ? (int)(found - values) : -1;
}
const char* in_first_word(char* text) {
  const char* words[16];
  size_t n = 0;
  for (char* w = strtok(text, " "); w; w = strtok(NULL, " ")) words[n++] = w;
  qsort(words, n, sizeof *words, in_compare_text);
  return words[0];
}

int main(void) {
  int values[] = {5, 3, 9, -1, 7, 7, 0, 42, -13, 8};
  printf("%d\n", in_sort(values, 10, 42));
  for (int i = 0; i < 10; ++i) printf("%d ", values[i]);
  printf("%d\n", comparisons);
  char text[] = "the quick brown fox jumps over a lazy dog";
  printf("%s\n", in_first_word(text));
  qsort(values, 10, sizeof *values, in_compare_int);
  printf("%d %d\n", values[0], values[9]);
}
