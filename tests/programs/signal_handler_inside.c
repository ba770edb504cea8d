// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An inside handler, run by raise() from either side: an incall nested in an outcall.
// inside: in_*
// min-incalls: 5
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t count;
static int plain;

static void in_handler(int signal) {
  count = count + 1;
  plain += signal == SIGUSR1 ? 10 : 100;
}
static void in_info_handler(int signal, siginfo_t* info, void* context) {
  (void)context;
  plain += info->si_signo == signal ? 1000 : 0;
}

int in_raise(int n) {
  for (int i = 0; i < n; ++i) raise(SIGUSR1);
  return plain * 10 + count;
}
void in_install(void) {
  struct sigaction action = {.sa_sigaction = in_info_handler, .sa_flags = SA_SIGINFO};
  sigaction(SIGUSR2, &action, NULL);
  signal(SIGUSR1, in_handler);
}

int main(void) {
  in_install();
  raise(SIGUSR1);
  printf("%d\n", in_raise(3));
  raise(SIGUSR2);
  printf("%d %d\n", plain, count);
}
