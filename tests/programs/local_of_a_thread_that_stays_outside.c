// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread uses a local of main, which never enters the inside. A zoom has it on an inside stack.
// inside: in_*
#include <pthread.h>
#include <stdio.h>

struct counter {
  long count;
  long last;
  long untouched[4];
};

long in_count(struct counter* counter, long value) {
  counter->last = value + counter->untouched[value % 4];
  return ++counter->count;
}

static void* out_work(void* argument) {
  struct counter* counter = argument;
  for (long i = 0; i < 10; ++i) counter->count += in_count(counter, i);
  return NULL;
}

int main(void) {
  struct counter counter = {.count = 3, .last = 4};
  pthread_t thread;
  pthread_create(&thread, NULL, out_work, &counter);
  pthread_join(thread, NULL);
  printf("%ld %ld\n", counter.count, counter.last);
}
