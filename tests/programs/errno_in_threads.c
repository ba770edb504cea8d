// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each thread has its own errno, also when threads take turns in the middle of the inside.
// inside: in_*
// zoom: differs: order of threads
#include <ctype.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int turn;

void out_fail(int is_read) {
  if (is_read) read(-1, NULL, 0);
  else access("/nonexistent/file", F_OK);
}
// Waits for its turn inside, so the other thread's errno was asked for in between.
int in_alternate(int self, int rounds) {
  int wrong = 0;
  for (int i = 0; i < rounds; ++i) {
    errno = 100 + self;
    while (atomic_load(&turn) % 2 != self) {}
    wrong += errno != 100 + self;
    out_fail(self);
    wrong += errno != (self ? EBADF : ENOENT);
    wrong += !isalpha('a' + self) + !isdigit('0' + i % 10) + (tolower('A' + self) != 'a' + self);
    atomic_fetch_add(&turn, 1);
  }
  return wrong;
}
static void* out_thread(void* self) { return (void*)(long)in_alternate((int)(long)self, 100); }

int main(void) {
  pthread_t threads[2];
  long wrong = 0;
  for (long i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, out_thread, (void*)i);
  for (int i = 0; i < 2; ++i) {
    void* result;
    pthread_join(threads[i], &result);
    wrong += (long)result;
  }
  printf("%ld\n", wrong);
}
