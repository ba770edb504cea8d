// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inside passes integers, doubles, long doubles, structs and pointers through "...".
// inside: in_*
// zoom: differs: variadic functions belong to their callers
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct Small {
  int a;
  double b;
};
struct Large {
  long v[5];
};

double out_sum(const char* kinds, ...) {
  va_list list;
  va_start(list, kinds);
  double sum = 0;
  for (; *kinds; ++kinds) {
    switch (*kinds) {
      case 'i':
        sum += va_arg(list, int);
        break;
      case 'l':
        sum += (double)va_arg(list, long);
        break;
      case 'd':
        sum += va_arg(list, double);
        break;
      case 'L':
        sum += (double)va_arg(list, long double);
        break;
      case 's':
        sum += (double)strlen(va_arg(list, char*));
        break;
      case 'S': {
        struct Small s = va_arg(list, struct Small);
        sum += s.a * s.b;
        break;
      }
      case 'B': {
        struct Large b = va_arg(list, struct Large);
        sum += (double)(b.v[0] + b.v[4]);
        break;
      }
    }
  }
  va_end(list);
  return sum;
}

double in_sum(int i, double d) {
  struct Small s = {i, d};
  struct Large b = {{i, 2, 3, 4, 50}};
  double sum = out_sum("") + out_sum("idLs", i, d, (long double)d / 2, "four") +
               out_sum("SBdS", s, b, 0.5, s);
  return sum + out_sum("iiiiiiiiddddddddddl", 1, 2, 3, 4, 5, 6, 7, 8, .1, .2, .3, .4, .5, .6, .7,
                       .8, .9, 1.0, 1l << 40);
}
int in_print(char* to, int n) {
  return snprintf(to, 64, "%d %s %c %.3f %p", n, "str", 'c', n / 7.0, (void*)0);
}

int main(int argc, char** argv) {
  (void)argv;
  printf("%.6f\n", in_sum(argc, 2.75));
  char text[64];
  int n = in_print(text, 22);
  printf("%d %s\n", n, text);
}
