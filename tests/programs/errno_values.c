// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// errno set by the C library is read inside; errno set inside is seen outside.
// inside: in_*
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int out_error(void) { return errno; }

int in_open(const char* path) { return open(path, O_RDONLY) < 0 ? errno : 0; }
long in_parse(const char* text, int* error) {
  errno = 0;
  long v = strtol(text, NULL, 10);
  *error = errno;
  return v;
}
int in_set(int value) {
  errno = value;
  int seen = out_error();
  errno = 0;
  close(-1);
  return seen * 1000 + errno;
}

int main(void) {
  int error;
  printf("%s\n", strerror(in_open("/nonexistent/file")));
  printf("%d\n", in_parse("99999999999999999999", &error) > 0);
  printf("%s\n", strerror(error));
  printf("%ld %d\n", in_parse("12", &error), error);
  int seen = in_set(ENOMEM);
  printf("%d %d\n", seen, errno == EBADF);
}
