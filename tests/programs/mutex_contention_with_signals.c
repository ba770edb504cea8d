// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads contend for mutexes in one long incall each, while a timer runs an inside handler.
// inside: in_*
// zoom: differs: order of threads
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <unistd.h>

enum { k_threads = 4, k_rounds = 20000 };
static pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static long counters[2], order[2];
static volatile sig_atomic_t ticks;

static void in_handler(int signal) { ticks = ticks + (signal == SIGALRM); }
int out_pause(int i) {
  usleep(100);
  return i & 1;
}
void in_work(long self) {
  for (int i = 0; i < k_rounds; ++i) {
    const int which = i & 1;
    pthread_mutex_lock(&mutexes[which]);
    counters[which]++;
    order[which] = order[which] * 31 + self;
    if (i % 500 == self) out_pause(i);  // held while others are inside
    pthread_mutex_unlock(&mutexes[which]);
  }
}
static void* out_thread(void* self) {
  in_work((long)self);
  return NULL;
}

int main(void) {
  pthread_t threads[k_threads];
  signal(SIGALRM, in_handler);
  struct itimerval timer = {{0, 1000}, {0, 1000}}, stop = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &timer, NULL);
  for (long i = 0; i < k_threads; ++i) pthread_create(&threads[i], NULL, out_thread, (void*)(i + 1));
  for (int i = 0; i < k_threads; ++i) pthread_join(threads[i], NULL);
  setitimer(ITIMER_REAL, &stop, NULL);
  printf("%ld\n", counters[0] + counters[1]);
}
