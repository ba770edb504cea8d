// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without its constructor the object would be zero bytes, and get() would fail at the same place
// without clear().
class Cell {
 public:
  Cell();
  void clear();
  int get() const;

 private:
  const int* value_;
};

static const int k_one = 1;

Cell::Cell() : value_(&k_one) {}
void Cell::clear() { value_ = nullptr; }
int Cell::get() const { return *value_; }

int main() {
  int sum = 0;
  Cell cell;
  for (int i = 0; i < 50; i++) sum += cell.get();
  cell.clear();
  return sum + cell.get();
}
