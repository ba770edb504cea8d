// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Before its constructor has run a global object is all zeros, and get() would fail. But nobody can
// use it then: the failure needs use(nullptr).
struct Item {
  int value;
};

class Shelf {
 public:
  Shelf() : current_(&first_) {}
  void use(const Item* item) { current_ = item; }
  int get() const { return current_->value; }

 private:
  Item first_{3};
  const Item* current_;
};

static Shelf shelf;

int main() {
  const Item items[5] = {{1}, {2}, {3}, {4}, {5}};
  int sum = 0;
  for (int i = 0; i < 40; i++) {
    sum += shelf.get();
    shelf.use(&items[i % 5]);
  }
  shelf.use(nullptr);
  return sum + shelf.get();
}
