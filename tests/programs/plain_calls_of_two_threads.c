// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread calls accessors alone for a while, then another one comes in between, and a third ends the program in the
// middle of their calls.
// inside: in_*
// zoom: differs: order of threads
// expect-exit: 3
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct pair {
  long first, second;
};
static struct pair pairs[3];
static volatile int started;

long in_first(const struct pair* pair) { return pair->first; }
void in_set(struct pair* pair, long value) {
  pair->first = value;
  pair->second = -value;
}
long in_sum(const struct pair* pair) { return pair->first + pair->second; }

static void* out_call(void* argument) {
  struct pair* pair = argument;
  for (long i = 0;; ++i) {
    in_set(pair, i);
    if (in_first(pair) != i || in_sum(pair) != 0) abort();
    if (i == 500) ++started;
  }
  return NULL;
}

static void* out_end(void* argument) {
  (void)argument;
  usleep(20000);
  exit(3);
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, out_call, &pairs[0]);
  while (started == 0) usleep(1000);
  puts("alone");
  pthread_create(&threads[1], NULL, out_call, &pairs[1]);
  while (started == 1) usleep(1000);
  puts("together");
  fflush(stdout);
  pthread_create(&threads[2], NULL, out_end, NULL);
  out_call(&pairs[2]);
}
