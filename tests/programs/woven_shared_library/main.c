// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inside lives in a shared library that the program links against; the program is plain.
// inside: words.c
// library: shared words.c
#include <stdio.h>

extern int word_count;
int words_add(const char* word);
const char* words_longest(void);
void words_each(void (*f)(const char*, int));

static void show(const char* word, int n) { printf("%s %d\n", word, n); }

int main(void) {
  const char* words[] = {"cut", "away", "cutaway", "a"};
  for (int i = 0; i < 4; ++i) words_add(words[i]);
  word_count += 10;
  printf("%s\n", words_longest());
  printf("%d\n", words_add("x"));
  words_each(show);
}
