// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inside spins on a volatile until an outside handler, run by a timer, changes it.
// inside: in_*
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

static volatile sig_atomic_t ticks;
static volatile long payload[3];

static void out_handler(int signal) {
  (void)signal;
  payload[ticks % 3] = ticks * 100;
  ticks = ticks + 1;
}

long in_wait(int until) {
  long spins = 0;
  while (ticks < until) ++spins;
  long sum = 0;
  for (int i = 0; i < 3; ++i) sum += payload[i];
  return spins >= 0 ? sum : -1;
}

int main(void) {
  signal(SIGALRM, out_handler);
  struct itimerval timer = {{0, 3000}, {0, 3000}};
  setitimer(ITIMER_REAL, &timer, NULL);
  long first = in_wait(3);
  while (ticks < 6) {
  }
  struct itimerval stop = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &stop, NULL);
  ticks = 6;
  payload[0] = payload[1] = payload[2] = 5;
  printf("%d %ld\n", first >= 300, in_wait(6));
}
