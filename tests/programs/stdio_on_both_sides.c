// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Both sides print, scan and seek on the same streams.
// inside: in_*
#include <stdio.h>
#include <string.h>

void out_line(const char* text) { printf("out: %s\n", text); }

int in_print(int n) {
  int written = 0;
  for (int i = 0; i < n; ++i) {
    written += printf("in: %d %5.2f %s\n", i, i / 3.0, i % 2 ? "odd" : "even");
    out_line("between");
    fputs("puts", stdout);
    putchar('\n');
    putc('x', stdout);
    fwrite("\n\n", 1, 2, stdout);
    fprintf(stderr, "error %d\n", i);
  }
  return written;
}
int in_scan(FILE* file) {
  int sum = 0, value;
  char word[16];
  while (fscanf(file, "%15s %d", word, &value) == 2) sum = sum * 10 + value + (int)strlen(word);
  fseek(file, 0, SEEK_SET);
  int c = fgetc(file);
  ungetc('Q', file);
  return sum + c + getc(file) + (int)ftell(file);
}

int main(void) {
  printf("%d\n", in_print(3));
  FILE* file = tmpfile();
  fputs("one 1 two 2 three 3", file);
  rewind(file);
  printf("%d\n", in_scan(file));
  fclose(file);
}
