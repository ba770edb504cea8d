// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cancelled thread unwinds through inside frames with cleanup handlers.
// inside: in_*
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int cleaned;
static int pipe_ends[2];

static void in_cleanup(void* argument) { cleaned += (int)(long)argument; }
void in_wait(void) {
  char c;
  pthread_cleanup_push(in_cleanup, (void*)7);
  if (read(pipe_ends[0], &c, 1) < 0) perror("read");
  pthread_cleanup_pop(0);
}
static void* out_thread(void* argument) {
  in_wait();
  return argument;
}

int main(void) {
  pthread_t thread;
  void* result;
  if (pipe(pipe_ends)) return 1;
  pthread_create(&thread, NULL, out_thread, NULL);
  usleep(20000);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  printf("%d %d\n", result == PTHREAD_CANCELED, cleaned);
}
