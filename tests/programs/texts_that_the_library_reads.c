// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texts of the outside that the inside only hands on to functions which read them: numbers of all kinds, ends of numbers,
// errno, no number at all, a text that ends with its page, names that are no addresses.
// inside: in_*
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

long in_sum(const char* text) {
  char* end = 0;
  errno = 0;
  long sum = strtol(text, &end, 0);
  sum = sum * 31 + (end - text) + errno;
  sum = sum * 31 + (long)strtoul(text, &end, 16) + (end - text);
  sum = sum * 31 + atoi(text) + atol(text) + (long)atoll(text);
  return sum * 31 + errno;
}
double in_product(const char* text) {
  char* end = 0;
  double product = strtod(text, &end) + (double)(end - text);
  return product + atof(text) + (double)strtof(text, 0) + (double)strtold(text, 0);
}
int in_scan(const char* text) {
  int a = 0, b = 0;
  char word[16] = "";
  int count = sscanf(text, "%d %15s %d", &a, word, &b);
  return count * 1000 + a + b + (int)strlen(word);
}
int in_open(const char* name) {
  int file = open(name, O_RDONLY);
  if (file >= 0) return close(file) == 0 ? 1 : 2;
  return -errno;
}
size_t in_copy(const char* text) {
  char* copy = strdup(text);
  size_t size = strlen(copy);
  free(copy);
  return size;
}

int main(void) {
  const char* texts[] = {"12", " -7x", "0x1fg", "", "+", "-", "  ", "99999999999999999999999", "1e3", "-.5e-2z",
                         "inf", "nan(7)", "0x1p-3", "12 word 30", "12word", "077", "1,5", "\t\n 8"};
  char buffer[64];
  for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
    strcpy(buffer, texts[i]);
    printf("%ld %.9g %d %zu\n", in_sum(buffer), in_product(buffer), in_scan(buffer), in_copy(buffer));
  }
  // The text ends with its page, and not by a zero.
  const long page = sysconf(_SC_PAGESIZE);
  char* pages = mmap(0, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(pages + page, page, PROT_NONE);
  memcpy(pages + page - 4, "123;", 4);
  printf("%ld %.9g\n", in_sum(pages + page - 4), in_product(pages + page - 4));
  memcpy(pages + page - 4, "12z;", 4);
  printf("%ld\n", in_sum(pages + page - 4));
  // What is no address is an error, not a fault.
  printf("%d %d %d\n", in_open("/dev/null"), in_open(pages + page), in_open("/no/such/file"));
  memset(pages, 'n', page);
  printf("%d\n", in_open(pages));
  return 0;
}
