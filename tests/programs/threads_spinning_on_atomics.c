// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two threads hand a token to each other by spinning inside: neither may starve the other.
// inside: in_*
// zoom: differs: order of threads
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int turn;
static long shared;

long in_play(int me, int rounds) {
  long sum = 0;
  for (int i = 0; i < rounds; ++i) {
    while (atomic_load_explicit(&turn, memory_order_acquire) != me) {
    }
    shared = shared * 3 % 1000003 + me + 1;
    sum += shared;
    atomic_store_explicit(&turn, !me, memory_order_release);
  }
  return sum;
}
static void* out_thread(void* sum) {
  *(long*)sum = in_play(1, 50);
  return NULL;
}

int main(void) {
  pthread_t thread;
  long other;
  pthread_create(&thread, NULL, out_thread, &other);
  long mine = in_play(0, 50);
  pthread_join(thread, NULL);
  printf("%ld %ld %ld\n", mine, other, shared);
}
