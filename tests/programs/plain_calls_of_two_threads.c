// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread calls accessors alone for a while, then others come in between.
// inside: in_*
// zoom: differs: order of threads
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct pair {
  long first, second;
};
static struct pair pairs[3];

long in_first(const struct pair* pair) { return pair->first; }
void in_set(struct pair* pair, long value) {
  pair->first = value;
  pair->second = -value;
}
long in_sum(const struct pair* pair) { return pair->first + pair->second; }

static void* out_call(void* argument) {
  struct pair* pair = argument;
  for (long i = 0; i < 3000; ++i) {
    in_set(pair, i);
    if (in_first(pair) != i || in_sum(pair) != 0) abort();
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  out_call(&pairs[2]);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, out_call, &pairs[i]);
  out_call(&pairs[2]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  printf("%ld %ld %ld\n", in_first(&pairs[0]), in_first(&pairs[1]), in_first(&pairs[2]));
}
