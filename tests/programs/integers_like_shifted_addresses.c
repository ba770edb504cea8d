// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The replayer maps libraries at 0x2fff...: words that only look like addresses there, or like those of the recording,
// are the same in both.
// inside: in_*
#include <stdio.h>
#include <string.h>

struct pair {
  unsigned low, high;
};

static struct pair pairs[0x3000];
static unsigned long words[8];

void out_see(unsigned long value) { printf("%lx\n", value); }

unsigned long in_fill(unsigned n) {
  for (unsigned i = 0; i < n; ++i) {
    struct pair next = {i % 7, i};
    memcpy(&pairs[i], &next, sizeof next);
  }
  unsigned long sum = 0;
  for (unsigned i = 0; i < n; ++i) sum += (unsigned long)pairs[i].high << 32 | pairs[i].low;
  return sum;
}
void in_words(unsigned long half) {
  for (int i = 0; i < 8; ++i) words[i] = half << 32 | 0x11111111u * i;
  for (int i = 0; i < 8; ++i) out_see(words[i]);
}

int main(void) {
  printf("%lx\n", in_fill(0x3000));
  for (unsigned long half = 0x1fff; half <= 0x7fff; half += 0x1000) in_words(half);
}
