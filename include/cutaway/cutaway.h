/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * What a program may ask Cutaway. The program needs no library: when it runs by itself,
 * the functions here answer "no".
 */
#ifndef CUTAWAY_CUTAWAY_H
#define CUTAWAY_CUTAWAY_H

/* 1 in files that cutaway-cc or cutaway-c++ compile with --inside, else 0. */
#ifdef __CUTAWAY__
#define CUTAWAY_WOVEN 1
#else
#define CUTAWAY_WOVEN 0
#endif

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

#ifdef __cplusplus
}
#endif

#endif
