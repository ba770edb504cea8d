// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The array is the outside's, what is in it the inside's: when add() is left out, what it wrote
// must not be there.
#include <cstdlib>

class Totals {
 public:
  void use(unsigned char* values, int size);
  void add(unsigned char value);
  void transform();

 private:
  unsigned char* values_ = nullptr;
  int size_ = 0;
  int index_ = 0;
};

void Totals::use(unsigned char* values, int size) {
  values_ = values;
  size_ = size;
  index_ = 0;
}
void Totals::add(unsigned char value) {
  if (index_ < size_) values_[index_++] = value;
}
void Totals::transform() {
  for (int i = 0; i < size_; i++)
    if (values_[i] == 8) abort();
}

int main() {
  unsigned char values[2] = {1, 2};
  Totals totals;
  for (int i = 0; i < 20; i++) {
    totals.use(values, 2);
    totals.add(static_cast<unsigned char>(3 + i % 4));
    totals.transform();
  }
  totals.use(values, 2);
  totals.add(7);
  totals.add(8);
  totals.transform();
}
