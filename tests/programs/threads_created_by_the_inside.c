// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// pthread_create and join called inside, with inside start routines that return and that exit.
// inside: in_*
// zoom: differs: order of threads
// min-incalls: 5
#include <pthread.h>
#include <stdio.h>

static int out_scale(int v) { return v * 5; }

static void* in_returns(void* argument) {
  int* v = argument;
  *v = out_scale(*v);
  return v;
}
static void* in_exits(void* argument) {
  int* v = argument;
  *v = out_scale(*v) + 1;
  pthread_exit(v);
}
int in_run(int n) {
  pthread_t threads[4];
  int values[4], sum = 0;
  for (int i = 0; i < 4; ++i) {
    values[i] = n + i;
    pthread_create(&threads[i], NULL, i % 2 ? in_exits : in_returns, &values[i]);
  }
  for (int i = 0; i < 4; ++i) {
    void* result;
    pthread_join(threads[i], &result);
    sum = sum * 7 + *(int*)result;
  }
  return sum;
}

int main(void) { printf("%d\n", in_run(3)); }
