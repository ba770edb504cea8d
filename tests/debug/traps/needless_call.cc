// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Only a warm filling reads what the constructor wrote. When it is no longer warm, the constructor
// can be left out.
#include <cstdlib>

class Tank {
 public:
  explicit Tank(int colour);
  void fill(int litres, bool is_warm);

 private:
  int colour_;
};

Tank::Tank(int colour) : colour_(colour) {}

void Tank::fill(int litres, bool is_warm) {
  if (is_warm) litres += colour_;
  if (litres >= 1000) abort();
}

int main(int count, char**) {
  Tank tank(count);
  for (int i = 0; i < 20; i++) tank.fill(i * count, true);
  tank.fill(987654, true);
}
