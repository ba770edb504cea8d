// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that held a pointer into an image is given text by the outside. The inside reads a byte of it, changes
// it and reads on, all in one segment: the patch for what it reads on must not bring the changed byte.
// inside: in_*
#include <stdio.h>
#include <string.h>

static char text[256] __attribute__((aligned(64)));
static void* volatile library;

void out_fill(int at, const char* from, int n) { memcpy(text + at, from, n); }
void out_see(long value) { printf("%ld\n", value); }

void in_pointers(void) {
  void* words[32];
  for (int i = 0; i < 32; ++i) words[i] = i % 2 ? library : (void*)&in_pointers;
  memcpy(text, words, sizeof text);
}
// As Lua walks a search path: ends a name, looks, puts the separator back.
int in_next(char* name) {
  if (*name == '\0') *name++ = ';';
  char* end = strchr(name, ';');
  if (!end) return -1;
  *end = '\0';
  return (int)(end - text);
}
void in_put(int at, char byte) { text[at] = byte; }

int main(void) {
  library = (void*)&printf;
  for (int at = 0; at < 8; ++at) {
    in_pointers();
    // The inside writes the low bytes first, then the outside what follows.
    in_put(16 + at, 0);
    out_fill(16 + at + 1, "one;two;three;four", 18);
    int end = in_next(text + 16 + at);
    out_see(end);
    out_fill(end + 1, "\x7f\x7f\x7f\x7f\x7f\x7f\x7f\x7f;x;", 11);
    out_see(in_next(text + end));
    out_see(in_next(text + end));
  }
}
