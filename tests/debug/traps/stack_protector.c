// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The canary of -fstack-protector is found spoilt where it is when nobody records.
int name_length(const char *text, int most) {
  char name[32];
  int i;
  for (i = 0; i < most && text[i]; i++) name[i] = text[i];
  volatile char *kept = name;
  return kept[0] + i;
}
