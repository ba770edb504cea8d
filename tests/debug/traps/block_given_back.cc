// The caller's items lie where items were that have been given back. Without the second take() an
// item would be the first one, given back or not, which has what makes check() fail by chance. Some
// items the caller itself gives back: that is no reason to take their memory for taken.
#include <cstdlib>

struct Item {
  int value;
};

class Pool {
 public:
  Item* take(int value) {
    auto* item = static_cast<Item*>(std::malloc(sizeof(Item)));
    item->value = value;
    ++taken_;
    return item;
  }
  void give(Item* item) { std::free(item); }
  void raise(Item* item) { ++item->value; }
  void check(Item* item) {
    if (item->value == 7 && taken_ != 0) std::abort();
  }

 private:
  int taken_ = 0;
};

int main() {
  Pool pool;
  for (int i = 0; i < 3; ++i) {
    Item* item = pool.take(i);
    pool.check(item);
    std::free(item);
  }
  Item* first = pool.take(7);
  pool.give(first);
  Item* second = pool.take(4);
  for (int i = 0; i < 3; ++i) pool.raise(second);
  pool.check(second);
}
