// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many short threads, one after the other, reuse stacks and thread-local memory.
// inside: in_*
// zoom: differs: order of threads
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t done;
static _Thread_local int uses;
static long sum;

void in_work(int v) {
  int local[10] = {v};
  uses += 1;
  sum += local[0] + local[9] + uses;
}
static void* out_thread(void* argument) {
  in_work((int)(long)argument);
  in_work(1);
  sem_post(&done);
  return NULL;
}

int main(void) {
  sem_init(&done, 0, 0);
  pthread_attr_t detached;
  pthread_attr_init(&detached);
  pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
  for (long i = 0; i < 60; ++i) {
    pthread_t thread;
    if (pthread_create(&thread, &detached, out_thread, (void*)i)) return 1;
    sem_wait(&done);
  }
  printf("%ld\n", sum);
}
