// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Null pointers, zero sizes and empty strings take no wrong turn in the recorder.
// inside: in_*
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void* out_null(void* p, size_t n) { return n ? p : NULL; }

int in_empty(char* p, size_t n) {
  memmove(p, p, n);
  memset(p, 1, n);
  void* q = out_null(p, n);
  char local[1] = "";
  free(out_null(NULL, 0));
  return (q == NULL) + (strlen(local) == 0) + (memcmp(p, local, n) == 0) + (strcmp(local, "") == 0);
}

int main(void) {
  char c = 'c';
  printf("%d %d %c\n", in_empty(&c, 0), in_empty(&c, 1), c + 'a' - 1);
}
