// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The first thread that is inside ends; the next one gets its stack and its thread pointer. Calls
// that return before anything else is logged must not be taken for its.
// inside: in_*
// zoom: differs: order of threads
#include <pthread.h>
#include <stdio.h>

struct counter {
  long count;
  long last;
};

long in_count(struct counter* counter) { return ++counter->count; }
long in_last(const struct counter* counter) { return counter->last; }
void in_note(struct counter* counter, long value) { counter->last = value; }

static void* out_work(void* argument) {
  struct counter* counter = argument;
  for (long i = 0; i < 1000; ++i) {
    counter->last = i;  // seen by the inside as a patch
    if (in_last(counter) != i) return NULL;
    in_note(counter, in_count(counter) + in_last(counter));
  }
  return counter;
}

int main(void) {
  struct counter counter = {3, 4};  // a zoom has it on the inside stack
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) {
    void* result;
    pthread_create(&threads[i], NULL, out_work, &counter);
    pthread_join(threads[i], &result);
    printf("%d %ld %ld\n", result == &counter, counter.count, counter.last);
  }
  printf("%s\n", pthread_equal(threads[0], threads[1]) ? "same" : "other");
  out_work(&counter);
  printf("%ld\n", in_count(&counter));
}
