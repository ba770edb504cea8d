// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// getenv, setenv and environ read inside.
// inside: in_*
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char** environ;

int in_value(const char* name) {
  const char* text = getenv(name);
  return text ? atoi(text) : -1;
}
int in_count(const char* prefix) {
  int n = 0;
  for (char** p = environ; *p; ++p) n += strncmp(*p, prefix, strlen(prefix)) == 0;
  return n;
}
int in_set(const char* name, int value) {
  char text[16];
  snprintf(text, sizeof text, "%d", value);
  return setenv(name, text, 1);
}

int main(void) {
  setenv("E2E_ONE", "17", 1);
  printf("%d %d\n", in_value("E2E_ONE"), in_value("E2E_TWO"));
  printf("%d\n", in_set("E2E_TWO", 23));
  printf("%d %d %s\n", in_value("E2E_TWO"), in_count("E2E_"), getenv("E2E_TWO"));
  unsetenv("E2E_ONE");
  printf("%d\n", in_value("E2E_ONE"));
}
