// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Eight threads add to one counter under a mutex that the inside locks.
// inside: in_*
// zoom: differs: order of threads
// min-incalls: 1600
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long counter;
static unsigned long order_hash;

long out_weight(long v) { return v * 3; }
void in_add(long v) {
  pthread_mutex_lock(&mutex);
  counter += out_weight(v);
  order_hash = order_hash * 31 + (unsigned long)v;
  pthread_mutex_unlock(&mutex);
}
static void* out_thread(void* argument) {
  for (int i = 0; i < 200; ++i) in_add((long)argument + i);
  return NULL;
}

int main(void) {
  pthread_t threads[8];
  for (long i = 0; i < 8; ++i) pthread_create(&threads[i], NULL, out_thread, (void*)(i * 1000));
  for (int i = 0; i < 8; ++i) pthread_join(threads[i], NULL);
  printf("%ld %d\n", counter, order_hash != 0);
}
