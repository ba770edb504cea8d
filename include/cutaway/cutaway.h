/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * What a program may ask Cutaway, and tell it. The program needs no library: when it runs by
 * itself, the functions here answer "no".
 */
#ifndef CUTAWAY_CUTAWAY_H
#define CUTAWAY_CUTAWAY_H

/* 1 in files that cutaway-cc or cutaway-c++ compile with --inside, else 0. */
#ifdef __CUTAWAY__
#define CUTAWAY_WOVEN 1
#else
#define CUTAWAY_WOVEN 0
#endif

#include <stdio.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Defined by the runtimes that `cutaway record` and `cutaway replay` preload. */
__attribute__((weak)) int cutaway_rt_is_recording(void);

/* Not 0 while `cutaway record` records this process. Inside code gets the same answer
 * when it is replayed. */
static inline int cutaway_is_recording(void) {
  return cutaway_rt_is_recording ? cutaway_rt_is_recording() : 0;
}

/* A failure that only the program can tell: a wrong result, a broken invariant. Says why on
 * standard error and aborts. `cutaway debug` knows it by its text and its place. */
#define CUTAWAY_FAIL(why) (cutaway_rt_fail ? cutaway_rt_fail(why) : cutaway_fail(why))

__attribute__((weak, noreturn)) void cutaway_rt_fail(const char* why);

__attribute__((noreturn)) static inline void cutaway_fail(const char* why) {
  fprintf(stderr, "CUTAWAY_FAIL: %s\n", why);
  abort();
}

#ifdef __cplusplus
}
#endif

#endif
