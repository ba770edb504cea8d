// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Books 100 values, then ends in the way its argument names. One incall for each value.
// inside: in_*
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long total;
static volatile long depth;

long out_step(long v) { return v * 3; }
void out_kill(void) { kill(getpid(), SIGKILL); }
long out_overflow(long n) {
  volatile char frame[4096];
  frame[n % 4096] = (char)n;
  return n < 0 ? 0 : out_overflow(n + 1) + frame[(n + 1) % 4096];
}
long* out_bad_pointer(void) { return (long*)(total % 8 + 0x7ead0000); }

long in_overflow(long n) {
  volatile char frame[4096];
  frame[n % 4096] = (char)n;
  depth = n;
  return n < 0 ? 0 : in_overflow(n + 1) + frame[(n + 1) % 4096];
}
long in_book(long v) { return total += out_step(v); }
void in_end(const char* how) {
  if (strcmp(how, "kill") == 0) out_kill();
  if (strcmp(how, "read") == 0) total = *out_bad_pointer();
  if (strcmp(how, "write") == 0) *out_bad_pointer() = total;
  if (strcmp(how, "abort") == 0) abort();
  if (strcmp(how, "inside-overflow") == 0) in_overflow(1);
  if (strcmp(how, "outside-overflow") == 0) out_overflow(1);
}

int main(int argc, char** argv) {
  for (long v = 0; v < 100; ++v) in_book(v);
  printf("%ld\n", total);
  fflush(stdout);
  in_end(argc > 1 ? argv[1] : "");
  return 0;
}
