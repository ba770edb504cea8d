// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Some 30 MiB of log that do not compress: each incall reads 8 KiB of new noise.
// inside: in_*
#include <stdint.h>
#include <stdio.h>

static uint64_t noise[1024], state = 88172645463325252u;

void out_fill(void) {
  for (int i = 0; i < 1024; ++i) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    noise[i] = state;
  }
}
uint64_t in_digest(uint64_t h) {
  out_fill();
  for (int i = 0; i < 1024; ++i) h = h * 31 + noise[i];
  return h;
}

int main(void) {
  uint64_t h = 0;
  for (int i = 0; i < 4000; ++i) h = in_digest(h);
  printf("%llx\n", (unsigned long long)h);
}
