// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Everything in the file is inside; only libraries are outside.
// inside: whole_file_inside.c
// args: 3 1 2
#include <stdio.h>
#include <stdlib.h>

static int compare(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }

int main(int argc, char** argv) {
  int* values = malloc(sizeof(int) * (size_t)argc);
  for (int i = 1; i < argc; ++i) values[i - 1] = atoi(argv[i]);
  qsort(values, (size_t)argc - 1, sizeof(int), compare);
  for (int i = 0; i < argc - 1; ++i) printf("%d\n", values[i]);
  free(values);
  return 0;
}
