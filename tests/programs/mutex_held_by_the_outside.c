// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inside waits for a mutex whose owner must come inside before it gives it back.
// inside: in_*
// zoom: differs: order of threads
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int is_held;  // under a mutex of its own
static pthread_mutex_t small = PTHREAD_MUTEX_INITIALIZER;
static long shared, steps;

long in_read_shared(void) {
  pthread_mutex_lock(&mutex);
  long seen = shared;
  pthread_mutex_unlock(&mutex);
  return seen;
}
// The same by trying: spins inside until the owner has been inside and left.
long in_spin_for_shared(void) {
  while (pthread_mutex_trylock(&mutex) != 0) {}
  long seen = shared;
  pthread_mutex_unlock(&mutex);
  return seen;
}
void in_step(long by) { steps += by; }
int in_is_held(void) {
  pthread_mutex_lock(&small);
  int held = is_held;
  pthread_mutex_unlock(&small);
  return held;
}
void in_set_held(int held) {
  pthread_mutex_lock(&small);
  is_held = held;
  pthread_mutex_unlock(&small);
}

static void* out_hold(void* value) {
  pthread_mutex_lock(&mutex);
  in_set_held(1);
  usleep(20000);
  for (int i = 0; i < 100; ++i) in_step(1);
  shared = (long)value + steps;
  pthread_mutex_unlock(&mutex);
  return NULL;
}
static long out_round(long value, long (*in_read)(void)) {
  pthread_t thread;
  in_set_held(0);
  pthread_create(&thread, NULL, out_hold, (void*)value);
  while (!in_is_held()) {}
  long seen = in_read();
  pthread_join(thread, NULL);
  return seen;
}

int main(void) {
  printf("%ld\n", out_round(1000, in_read_shared));
  printf("%ld\n", out_round(2000, in_spin_for_shared));
  printf("%ld\n", out_round(3000, in_read_shared));
}
