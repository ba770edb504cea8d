// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each pick() gets another object of the outside; the failing one must be that of the pick() that
// is left.
#include <cstdlib>

struct Item {
  int price;
};

Item* next_item();

class Basket {
 public:
  void pick();
  int share(int total) const;

 private:
  Item* item_ = nullptr;
};

void Basket::pick() { item_ = next_item(); }
int Basket::share(int total) const { return total / item_->price; }

static Item g_items[40];
static int g_next;

__attribute__((noinline)) Item* next_item() { return &g_items[g_next++]; }

int main() {
  for (int i = 0; i < 40; i++) g_items[i].price = i == 31 ? 0 : i + 1;
  Basket basket;
  int sum = 0;
  for (int i = 0; i < 40; i++) {
    basket.pick();
    sum += basket.share(100);
  }
  return sum;
}
