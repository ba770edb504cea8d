// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recursion through the cut, deeper than the recorder can follow, on a stack that is large enough. Each level first makes
// a call that returns at once: the next one may be plain, too.
// inside: in_*
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static long levels;
long out_descend(long level);

long in_level(long level) {
  if (level < 0) return level;
  return out_descend(level) + 1;
}

long out_descend(long level) { return level == levels ? 0 : in_level(-1) + in_level(level + 1); }

static void* out_run(void* argument) {
  printf("%ld\n", in_level(0));
  return argument;
}

int main(int count, char** arguments) {
  levels = count > 1 ? atol(arguments[1]) : 10;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 1ul << 30);
  pthread_t thread;
  if (pthread_create(&thread, &attributes, out_run, NULL) != 0) return 1;
  pthread_join(thread, NULL);
}
