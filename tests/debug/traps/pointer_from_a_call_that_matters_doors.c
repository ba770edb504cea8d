// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// find_door() gives use_door() its pointer, but with it there would be no failure unless lock_all()
// comes after it, too.
#include <stdlib.h>

struct door {
  int number;
};
static struct door* doors;
static int is_open;

void make_doors(int count) {
  doors = malloc(count * sizeof *doors);
  for (int i = 0; i < count; ++i) doors[i].number = i;
}
struct door* find_door(int number) {
  is_open = 1;
  return &doors[number];
}
void lock_all(void) { is_open = 0; }
int use_door(const struct door* door) {
  if (door->number == 3 && !is_open) abort();
  return door->number;
}
