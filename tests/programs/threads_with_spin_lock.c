// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A spin lock and relaxed counters built from atomics, contended by four threads.
// inside: in_*
// zoom: differs: order of threads
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static atomic_long total;
static long guarded;

void in_add(long v) {
  while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) sched_yield();
  guarded += v;
  atomic_flag_clear_explicit(&lock, memory_order_release);
  atomic_fetch_add_explicit(&total, v, memory_order_relaxed);
}
static void* out_thread(void* argument) {
  for (int i = 0; i < 100; ++i) in_add((long)argument);
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  for (long i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, out_thread, (void*)(i + 1));
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  printf("%ld %ld\n", guarded, (long)total);
}
