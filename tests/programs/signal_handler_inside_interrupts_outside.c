// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A timer runs an inside handler while the outside computes.
// inside: in_*
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

static volatile sig_atomic_t ticks;
static long total;

static void in_handler(int signal) {
  total += signal;
  ticks = ticks + 1;
}
int in_enough(void) { return ticks >= 5; }
long in_total(void) { return total > 0; }

int main(void) {
  signal(SIGALRM, in_handler);
  struct itimerval timer = {{0, 2000}, {0, 2000}}, stop = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &timer, NULL);
  while (ticks < 5) {
  }
  setitimer(ITIMER_REAL, &stop, NULL);
  printf("%d %ld\n", in_enough(), in_total());
}
