// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread makes plain calls again and again; another one calls exit(), whose handlers make some.
// inside: in_*
// expect-exit: 5
// zoom: differs: order of threads
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

static long g_counts[2];
static int g_has_started;

long in_count(long* count) { return ++*count; }
long in_value(const long* count) { return *count; }

static void* out_call(void* argument) {
  long* count = argument;
  for (;;) {
    if (in_count(count) != in_value(count)) abort();
    if (in_value(count) == 100) __atomic_store_n(&g_has_started, 1, __ATOMIC_RELEASE);
    if (in_value(count) % 100 == 0) sched_yield();
  }
}

static void out_at_exit(void) {
  long value = in_count(&g_counts[1]);
  printf("%ld\n", value);
}

static void* out_end(void* argument) {
  (void)argument;
  while (!__atomic_load_n(&g_has_started, __ATOMIC_ACQUIRE)) sched_yield();
  exit(5);
}

int main(void) {
  pthread_t threads[2];
  atexit(out_at_exit);
  pthread_create(&threads[0], NULL, out_call, &g_counts[0]);
  pthread_create(&threads[1], NULL, out_end, NULL);
  pthread_join(threads[0], NULL);
}
