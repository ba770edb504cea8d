// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// pthread keys whose destructors are inside, run when a thread ends; pthread_once inside.
// inside: in_*
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int created, destroyed;

static void in_destroy(void* p) {
  destroyed += *(int*)p;
  free(p);
}
static void in_create(void) {
  ++created;
  pthread_key_create(&key, in_destroy);
}
int in_use(int v) {
  pthread_once(&once, in_create);
  int* p = pthread_getspecific(key);
  if (!p) pthread_setspecific(key, p = calloc(1, sizeof(int)));
  return *p += v;
}
static void* out_thread(void* argument) {
  in_use(1);
  in_use((int)(long)argument);
  return NULL;
}

int main(void) {
  for (long i = 0; i < 3; ++i) {
    pthread_t thread;
    pthread_create(&thread, NULL, out_thread, (void*)(i * 10));
    pthread_join(thread, NULL);
  }
  printf("%d %d\n", created, destroyed);
}
