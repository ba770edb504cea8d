// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fails with every number from 1000 on: 1000 is the simplest. The other arguments need not be what
// they are.
#include <cstdlib>

class Tank {
 public:
  void fill(int litres, unsigned colour, double temperature, bool is_warm);
};

void Tank::fill(int litres, unsigned colour, double temperature, bool is_warm) {
  if (is_warm && temperature > 90 && colour == 3) return;
  if (litres >= 1000) abort();
}

int main(int count, char**) {
  Tank tank;
  for (int i = 0; i < 20; i++) tank.fill(i * count, 5, 20.5, true);
  tank.fill(987654, 77, 21.25, true);
}
