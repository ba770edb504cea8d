// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With simpler numbers it fails, too, but otherwise: 0 divides, a small one writes to nowhere.
#include <cstdlib>

class Gauge {
 public:
  int read(int scale);
  int read_small(int scale);
};

int Gauge::read_small(int scale) {
  if (scale < 40) *static_cast<volatile int*>(nullptr) = scale;
  return scale;
}

int Gauge::read(int scale) {
  int share = 1000 / scale;
  if (scale < 50) return share + read_small(scale);
  if (scale == 60 || scale == 75) abort();
  return share;
}

int main(int count, char**) {
  Gauge gauge;
  int sum = 0;
  for (int i = 0; i < 10; i++) sum += gauge.read(100 + i * count);
  return sum + gauge.read(75);
}
