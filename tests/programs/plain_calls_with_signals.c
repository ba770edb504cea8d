// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A timer interrupts calls that return before anything else is logged, and its handler makes such calls, too. A child
// that is forked among them is not recorded.
// inside: in_*
// zoom: differs: the number of ticks depends on time
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

struct state {
  long calls, ticks;
};
static struct state state;
static volatile sig_atomic_t seen;

long in_call(struct state* it) { return ++it->calls; }
long in_ticks(const struct state* it) { return it->ticks; }
void in_tick(struct state* it) { it->ticks = it->ticks + 1; }

static void out_handler(int signal) {
  (void)signal;
  in_tick(&state);
  seen = (int)in_ticks(&state);
}

int main(void) {
  signal(SIGALRM, out_handler);
  struct itimerval timer = {{0, 500}, {0, 500}}, stop = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &timer, NULL);
  long calls = 0;
  while (seen < 20) {
    if (in_call(&state) != ++calls) return 1;
  }
  setitimer(ITIMER_REAL, &stop, NULL);
  const pid_t child = fork();
  if (child == 0) _exit(in_call(&state) == calls + 1 ? 7 : 8);
  int status = 0;
  waitpid(child, &status, 0);
  printf("%d %d %d\n", in_call(&state) == calls + 1, in_ticks(&state) >= 20, WEXITSTATUS(status));
}
