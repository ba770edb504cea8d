// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An inside implementation chosen by an ifunc resolver, which runs before every constructor.
// inside: in_*
#include <stdio.h>

int out_step(int v) { return v * 3; }
static int in_fast(int v) { return out_step(v) + 1; }
static int in_slow(int v) { return out_step(v) + 2; }
static int (*resolve(void))(int) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("sse2") ? in_fast : in_slow;
}
int chosen(int v) __attribute__((ifunc("resolve")));
int in_user(int v) { return chosen(v) * 10; }

int main(int argc, char** argv) {
  (void)argv;
  printf("%d %d\n", chosen(argc), in_user(argc));
}
