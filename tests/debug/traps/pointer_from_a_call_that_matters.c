// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct door;
void make_doors(int count);
struct door* find_door(int number);
void lock_all(void);
int use_door(const struct door* door);

int main(void) {
  make_doors(10);
  for (int i = 0; i < 10; ++i)
    if (use_door(find_door(i)) != i) return 1;
  struct door* door = find_door(3);
  lock_all();
  return use_door(door);
}
