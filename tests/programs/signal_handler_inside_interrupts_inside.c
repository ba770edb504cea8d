// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A timer runs an inside handler while the inside spins on a volatile.
// inside: in_*
// zoom: differs: a fifth tick may come before the timer is stopped
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

static volatile sig_atomic_t ticks;
static volatile long log_of_ticks[8];

static void in_handler(int signal) {
  log_of_ticks[ticks % 8] = signal * 10 + ticks;
  ticks = ticks + 1;
}
long in_spin(int until) {
  while (ticks < until) {
  }
  long sum = 0;
  for (int i = 0; i < until; ++i) sum = sum * 3 + log_of_ticks[i];
  return sum;
}

int main(void) {
  signal(SIGALRM, in_handler);
  struct itimerval timer = {{0, 2000}, {0, 2000}}, stop = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &timer, NULL);
  long sum = in_spin(4);
  setitimer(ITIMER_REAL, &stop, NULL);
  printf("%ld\n", sum);
}
