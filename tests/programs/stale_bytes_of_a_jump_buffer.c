// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// setjmp writes registers into memory of the inside: no two flavours have the same. Bytes of it that are read
// later, as stale bytes of another local or by the program itself, are what they were when recording.
// inside: in_*
// nondeterministic
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

struct spaced {
  char first;
  long second;
  char third[100];
};

static jmp_buf again, copy;
static struct spaced kept[4];
static unsigned long sum;

void out_see(unsigned long value) { sum = sum * 31 + value; }
void out_nothing(void* p) { (void)p; }

// The locals of the next function lie where this jmp_buf lies.
__attribute__((noinline)) int in_jump(int n) {
  jmp_buf local;
  memset(local, n, sizeof local);
  if (setjmp(local) == 0 && n > 100) longjmp(local, 1);
  return n;
}
__attribute__((noinline)) void in_keep(int i) {
  struct spaced some;
  out_nothing(&some);
  some.first = 1;
  some.second = i;
  kept[i % 4] = some;
}
unsigned long in_hash(const void* from, unsigned long size) {
  const unsigned char* bytes = from;
  unsigned long hash = 7;
  for (unsigned long i = 0; i < size; ++i) hash = hash * 131 + bytes[i];
  return hash;
}

int in_run(int n) {
  volatile int times = 0;
  for (int i = 0; i < 4; ++i) {
    in_jump(n + i);
    in_keep(i);
    out_see(in_hash(kept, sizeof kept));
  }
  // Written, overwritten by setjmp and read in one segment.
  memset(again, n, sizeof again);
  out_see(in_hash(again, sizeof again));
  int code = setjmp(again);
  out_see(in_hash(again, sizeof again));
  if (code == 0) {
    memcpy(copy, again, sizeof copy);
    memset(again, 1, sizeof again);
    longjmp(copy, 5);  // of a copy
  }
  memset(again, n, sizeof again);
  if (setjmp(again) < 3) {
    unsigned long hash = in_hash(again, sizeof again);
    times = times + 1;
    out_see(hash);
    longjmp(again, times);
  }
  return code * 10 + times;
}

int main(void) {
  for (int n = 99; n < 110; ++n) printf("%d\n", in_run(n));
  return sum == 1;
}
