// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Phases separated by a barrier, readers and writers in the inside.
// inside: in_*
// zoom: differs: order of threads
#include <pthread.h>
#include <stdio.h>

enum { k_threads = 4, k_phases = 5 };
static pthread_barrier_t barrier;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static long cells[k_threads], table[4];

static long in_phase(int me, int phase) {
  cells[me] = cells[me] * 3 + phase + me;
  pthread_barrier_wait(&barrier);
  long sum = 0;
  for (int i = 0; i < k_threads; ++i) sum += cells[i];
  pthread_barrier_wait(&barrier);
  if (me == 0) {
    pthread_rwlock_wrlock(&rwlock);
    table[phase % 4] += sum;
  } else {
    pthread_rwlock_rdlock(&rwlock);
    sum += table[(phase + 3) % 4] * 0;
  }
  pthread_rwlock_unlock(&rwlock);
  return sum;
}
static void* out_thread(void* argument) {
  long sum = 0;
  for (int phase = 0; phase < k_phases; ++phase)
    sum = sum * 5 + in_phase((int)(long)argument, phase);
  return (void*)sum;
}

int main(void) {
  pthread_t threads[k_threads];
  pthread_barrier_init(&barrier, NULL, k_threads);
  for (long i = 0; i < k_threads; ++i) pthread_create(&threads[i], NULL, out_thread, (void*)i);
  for (int i = 0; i < k_threads; ++i) {
    void* sum;
    pthread_join(threads[i], &sum);
    printf("%ld\n", (long)sum);
  }
  printf("%ld %ld\n", table[0], table[3]);
}
