// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program handles SIGSEGV itself and jumps back; the recorder must not be in its way.
// inside: in_*
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf point;
static volatile int faults;

static void out_handler(int signal) {
  (void)signal;
  faults = faults + 1;
  siglongjmp(point, 1);
}
int in_read(const volatile int* p) { return *p + 1; }
int out_try(const volatile int* p) { return sigsetjmp(point, 1) ? -1 : in_read(p); }

int main(void) {
  int value = 4;
  signal(SIGSEGV, out_handler);
  printf("%d\n", out_try(&value));
  printf("%d\n", out_try((const volatile int*)8));
  printf("%d\n", out_try(&value));
  printf("%d\n", faults);
}
