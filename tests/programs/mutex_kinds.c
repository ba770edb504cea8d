// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mutexes of all kinds locked inside, with the errors that they report.
// inside: in_*
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t make_mutex(int kind, int is_robust) {
  pthread_mutexattr_t attributes;
  pthread_mutex_t mutex;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, kind);
  if (is_robust) pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &attributes);
  return mutex;
}

// Each result a digit: 0, or what went wrong.
int in_digit(int error) {
  return error == 0 ? 0 : error == EBUSY ? 1 : error == EDEADLK ? 2 : error == EPERM ? 3 : error == EOWNERDEAD ? 4 : 9;
}
int in_twice(pthread_mutex_t* mutex) {
  int digits = in_digit(pthread_mutex_lock(mutex));
  digits = digits * 10 + in_digit(pthread_mutex_trylock(mutex));
  digits = digits * 10 + in_digit(pthread_mutex_lock(mutex));
  digits = digits * 10 + in_digit(pthread_mutex_unlock(mutex));
  digits = digits * 10 + in_digit(pthread_mutex_unlock(mutex));
  return digits * 10 + in_digit(pthread_mutex_unlock(mutex));
}
int in_lock(pthread_mutex_t* mutex) { return in_digit(pthread_mutex_lock(mutex)); }
int in_try_all(pthread_mutex_t* mutexes, int count) {
  int digits = 0;
  for (int i = 0; i < count; ++i) digits = digits * 10 + in_digit(pthread_mutex_trylock(&mutexes[i]));
  return digits;
}
static void* out_die_with_it(void* mutex) {
  in_lock(mutex);
  return NULL;
}

int main(void) {
  pthread_mutex_t recursive = make_mutex(PTHREAD_MUTEX_RECURSIVE, 0);
  pthread_mutex_t checked = make_mutex(PTHREAD_MUTEX_ERRORCHECK, 0);
  pthread_mutex_t robust = make_mutex(PTHREAD_MUTEX_NORMAL, 1);
  pthread_mutex_t many[4];
  printf("%06d %06d\n", in_twice(&recursive), in_twice(&checked));
  pthread_t thread;
  pthread_create(&thread, NULL, out_die_with_it, &robust);
  pthread_join(thread, NULL);
  printf("%d\n", in_lock(&robust));
  for (int i = 0; i < 4; ++i) many[i] = make_mutex(PTHREAD_MUTEX_ADAPTIVE_NP, 0);
  pthread_mutex_lock(&many[2]);
  printf("%04d %04d\n", in_try_all(many, 4), in_try_all(many, 4));
}
