// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every known string function, on text that the outside changes between calls.
// inside: in_*
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

static char out_text[64] = "alpha,beta;gamma";

void out_change(int i) {
  out_text[i] ^= 0x20;
  if (i == 5) strcpy(out_text + 6, "x;delta,delta");
}

static int sign(int v) { return (v > 0) - (v < 0); }

size_t in_read(const char* s) {
  size_t h = strlen(s) + strnlen(s, 5);
  h = h * 7 + (size_t)(sign(strcmp(s, "alpha")) + sign(strncmp(s, "Alpha", 3)) + 2);
  h = h * 7 + (size_t)(strchr(s, ',') - s) + (size_t)(strrchr(s, 'a') - s) +
      (size_t)(strchrnul(s, '!') - s);
  h = h * 7 + (size_t)(strstr(s, "ta") - s) + strspn(s, "alph") + strcspn(s, ";,");
  h = h * 7 + (size_t)(strpbrk(s, ";,") - s) + (size_t)((char*)memchr(s, 'e', 20) - s);
  h = h * 7 + (size_t)(sign(memcmp(s, "alphabet", 8)) + 1) +
      (size_t)((char*)memrchr(s, 'a', 12) - s);
  return h + (strstr(s, "nowhere") == NULL) + (strchr(s, '?') == NULL);
}
size_t in_write(char* to) {
  char* end = stpcpy(strcpy(to, out_text) + 3, "PA-");
  strcat(to, "+cat");
  strncat(to, out_text, 4);
  memcpy(end, "MEM", 3);
  char* after = mempcpy(end + 3, out_text, 2);
  memset(after, '#', 2);
  strncpy(to + 40, "padded", 12);
  char local[32];
  strncpy(local, out_text, sizeof local - 1);
  local[31] = 0;
  return (size_t)(after - to) + strlen(to) + strlen(local);
}

int main(void) {
  char to[64] = {0};
  printf("%zu\n", in_read(out_text));
  for (int i = 0; i < 6; i += 5) {
    out_change(i);
    size_t written = in_write(to);
    printf("%zu %zu %s %s\n", in_read(out_text), written, to, to + 40);
  }
}
