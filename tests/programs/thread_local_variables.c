// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thread-local variables of both sides, read and written by both, in two threads.
// inside: in_*
#include <pthread.h>
#include <stdio.h>

_Thread_local int tls_shared = 10;
static _Thread_local long tls_array[4] = {1, 2, 3, 4};
static _Thread_local char tls_zero[64];

int* out_address(void) { return &tls_shared; }
void out_change(int by) {
  tls_shared += by;
  tls_array[2] -= by;
}

long in_use(int by) {
  tls_shared *= 2;
  out_change(by);
  tls_zero[by]++;
  *out_address() += 1;
  return tls_shared + tls_array[2] + tls_zero[by] + (&tls_shared == out_address());
}

static void* out_thread(void* result) {
  *(long*)result = in_use(7) * 1000 + in_use(7);
  return NULL;
}

int main(void) {
  printf("%ld\n", in_use(3));
  for (int i = 0; i < 2; ++i) {
    long result;
    pthread_t thread;
    pthread_create(&thread, NULL, out_thread, &result);
    pthread_join(thread, NULL);
    printf("%ld\n", result);
  }
  long last = in_use(3);
  printf("%ld %d\n", last, tls_shared);
}
