// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A shared library with its own data, relocated read-only tables and an exported variable.
#include <stdlib.h>
#include <string.h>

int word_count;
static char* words[16];
static const char* const k_fallback[] = {"none", "empty"};
static int used;

int words_add(const char* word) {
  words[used++] = strdup(word);
  return ++word_count;
}
const char* words_longest(void) {
  const char* best = k_fallback[used > 0];
  for (int i = 0; i < used; ++i)
    if (strlen(words[i]) >= strlen(best)) best = words[i];
  return best;
}
void words_each(void (*f)(const char*, int)) {
  for (int i = 0; i < used; ++i) f(words[i], (int)strlen(words[i]));
}
__attribute__((destructor)) static void words_free(void) {
  while (used) free(words[--used]);
}
