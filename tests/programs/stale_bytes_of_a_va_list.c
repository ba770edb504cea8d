// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A va_list holds native addresses, which no two flavours have in common. Locals that lie there later have stale
// bytes, and nobody may see a difference.
// inside: in_*
// nondeterministic
#include <stdarg.h>
#include <stdio.h>

struct spaced {
  char first;
  long words[12];
};

static struct spaced kept[4];
static unsigned long sum;

void out_see(unsigned long value) { sum = sum * 31 + value; }
void out_nothing(void* p) { (void)p; }

__attribute__((noinline)) int in_add(int n, ...) {
  va_list list, again;
  int total = 0;
  va_start(list, n);
  va_copy(again, list);
  for (int i = 0; i < n; ++i) total += va_arg(list, int);
  for (int i = 0; i < n; ++i) total += va_arg(again, int) * 2;
  va_end(again);
  va_end(list);
  return total;
}
__attribute__((noinline)) void in_keep(int i) {
  struct spaced some;
  out_nothing(&some);
  some.first = i;
  kept[i % 4] = some;
}
// Ends a list that its caller goes on with.
__attribute__((noinline)) int in_first(va_list list) {
  int first = va_arg(list, int);
  va_end(list);
  return first;
}
__attribute__((noinline)) int in_two(int n, ...) {
  va_list list;
  va_start(list, n);
  int result = in_first(list) * 10;
  result += va_arg(list, int);
  va_end(list);
  return result;
}

int in_deeper(int depth, int i) {
  char room[200];
  out_nothing(room);
  if (depth > 0) return in_deeper(depth - 1, i) + 1;
  int result = in_add(9, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  in_keep(i);
  return result;
}

int in_run(int n) {
  int result = 0;
  for (int i = 0; i < 4; ++i) {
    result += in_deeper(i * n, i);
    unsigned long hash = 7;
    for (unsigned k = 0; k < sizeof kept; ++k) hash = hash * 131 + ((unsigned char*)kept)[k];
    out_see(hash);
    for (int k = 0; k < 4; ++k) kept[k] = kept[(k + 1) % 4];
  }
  return result + in_two(2, 3, 4);
}

int main(void) {
  for (int n = 0; n < 5; ++n) printf("%d\n", in_run(n));
  return sum == 1;
}
