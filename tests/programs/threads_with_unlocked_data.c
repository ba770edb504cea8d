// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that race on plain memory inside: serialised while recorded, so replay is exact.
// inside: in_*
// zoom: differs: order of threads
// nondeterministic
#include <pthread.h>
#include <stdio.h>

static volatile long racy;
static long plain_racy;

void in_race(int n) {
  for (int i = 0; i < n; ++i) {
    racy = racy + 1;
    plain_racy += racy;
  }
}
static void* out_thread(void* argument) {
  for (int i = 0; i < 20; ++i) in_race(50);
  return argument;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, out_thread, NULL);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  printf("%ld %ld\n", racy, plain_racy);
}
