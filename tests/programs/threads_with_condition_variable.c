// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A bounded queue: producers and consumers wait for each other inside.
// inside: in_*
// zoom: differs: order of threads
#include <pthread.h>
#include <stdio.h>

enum { k_capacity = 4, k_items = 300 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER, not_full = PTHREAD_COND_INITIALIZER;
static int ring[k_capacity], head, count;

void in_put(int v) {
  pthread_mutex_lock(&mutex);
  while (count == k_capacity) pthread_cond_wait(&not_full, &mutex);
  ring[(head + count++) % k_capacity] = v;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&mutex);
}
int in_get(void) {
  pthread_mutex_lock(&mutex);
  while (count == 0) pthread_cond_wait(&not_empty, &mutex);
  int v = ring[head];
  head = (head + 1) % k_capacity;
  --count;
  pthread_cond_signal(&not_full);
  pthread_mutex_unlock(&mutex);
  return v;
}
static void* out_producer(void* argument) {
  for (int i = 0; i < k_items; ++i) in_put(i * (int)(long)argument);
  return NULL;
}
static void* out_consumer(void* sum) {
  for (int i = 0; i < k_items; ++i) *(long*)sum += in_get();
  return NULL;
}

int main(void) {
  pthread_t producers[2], consumers[2];
  long sums[2] = {0, 0};
  for (long i = 0; i < 2; ++i) {
    pthread_create(&consumers[i], NULL, out_consumer, &sums[i]);
    pthread_create(&producers[i], NULL, out_producer, (void*)(i + 1));
  }
  for (int i = 0; i < 2; ++i) {
    pthread_join(producers[i], NULL);
    pthread_join(consumers[i], NULL);
  }
  printf("%ld\n", sums[0] + sums[1]);
}
