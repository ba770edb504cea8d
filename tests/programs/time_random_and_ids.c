// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values that differ in every run replay as they were.
// inside: in_*
// nondeterministic
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

unsigned long in_unique(void) {
  struct timespec now;
  struct timeval day;
  unsigned char noise[16];
  unsigned long h = (unsigned long)time(NULL) ^ (unsigned long)clock();
  clock_gettime(CLOCK_MONOTONIC, &now);
  gettimeofday(&day, NULL);
  if (getrandom(noise, sizeof noise, 0) != sizeof noise) return 0;
  h ^=
      (unsigned long)now.tv_nsec << 20 ^ (unsigned long)day.tv_usec << 40 ^ (unsigned long)getpid();
  for (int i = 0; i < 16; ++i) h = h * 31 + noise[i];
  srand((unsigned)h);
  return h + (unsigned long)rand() + (unsigned long)random();
}
void in_date(char* to, size_t size) {
  time_t now = time(NULL);
  struct tm broken;
  strftime(to, size, "%Y-%m-%d %H:%M:%S", localtime_r(&now, &broken));
}

int main(void) {
  char text[64];
  in_date(text, sizeof text);
  printf("%lx %lx %s\n", in_unique(), in_unique(), text);
}
