// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Locking a mutex that is not there fails in the replay as it did in the recording.
// inside: in_*
// expect-exit: SIGSEGV
#include <pthread.h>
#include <stdio.h>

struct Account {
  long balance;
  pthread_mutex_t mutex;
};
static struct Account account = {5, PTHREAD_MUTEX_INITIALIZER};

void out_report(long balance) {
  printf("%ld\n", balance);
  fflush(stdout);
}
void in_add(struct Account* to, long amount) {
  pthread_mutex_lock(&to->mutex);
  to->balance += amount;
  pthread_mutex_unlock(&to->mutex);
  out_report(to->balance);
}

int main(void) {
  in_add(&account, 3);
  in_add(NULL, 3);
}
