// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that is not the first calls exit() from the inside while others are blocked there.
// inside: in_*
// zoom: differs: order of threads
// expect-exit: 5
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int pipe_ends[2];

int in_block(void) {
  char c;
  return (int)read(pipe_ends[0], &c, 1);
}
void in_leave(int code) {
  printf("leaving\n");
  exit(code);
}
static void* out_blocked(void* argument) {
  in_block();
  return argument;
}
static void* out_leaving(void* argument) {
  in_leave(5);
  return argument;
}

int main(void) {
  pthread_t a, b;
  if (pipe(pipe_ends)) return 1;
  pthread_create(&a, NULL, out_blocked, NULL);
  pthread_create(&b, NULL, out_leaving, NULL);
  pthread_join(a, NULL);
}
