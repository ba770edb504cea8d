// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers to locals of an inside function are kept by the outside and written later.
// inside: in_*
#include <stdio.h>
#include <string.h>

struct Box {
  int numbers[4];
  char text[12];
};
static struct Box* kept;
static int* kept_number;

void out_keep(struct Box* box, int* number) {
  kept = box;
  kept_number = number;
}
void out_write(int step) {
  kept->numbers[step % 4] += step * 11;
  kept->text[0]++;
  *kept_number = -step;
}

int in_leaf(int* up) {
  int local = *up;
  out_keep(kept, &local);
  out_write(3);
  return local;
}
int in_run(int n) {
  struct Box box = {{1, 2, 3, 4}, "abc"};
  int number = 5, sum = 0;
  out_keep(&box, &number);
  for (int i = 0; i < n; ++i) {
    out_write(i);
    sum = sum * 7 + box.numbers[i % 4] + box.text[0] + number;
    number = sum % 100;
  }
  sum += in_leaf(&number) + number;
  return sum;
}

int main(void) { printf("%d %d\n", in_run(6), in_run(2)); }
