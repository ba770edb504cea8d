// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inside frames without landing pads are left by exceptions, in both directions: the locals of later
// incalls must lie where they lie on replay.
// inside: inside::
// min-incalls: 40
#include <cstdio>
#include <stdexcept>

namespace outside {
void fill(int* values, int n, int v) {
  for (int i = 0; i < n; ++i) values[i] = v + i;
}
void refuse(int* values) {
  if (values[0] % 3 == 0) throw std::runtime_error("refused");
}
}  // namespace outside

namespace inside {
int deep(int v) {
  int values[20];
  outside::fill(values, 20, v);
  if (v % 2) throw v;
  outside::refuse(values);
  return values[19];
}
int middle(int v) {
  int more[50];
  outside::fill(more, 50, v);
  return deep(v) + more[49];
}
}  // namespace inside

int main() {
  long sum = 0;
  for (int i = 0; i < 40; ++i) {
    try {
      sum += inside::middle(i);
    } catch (int thrown) {
      sum += thrown * 1000;
    } catch (const std::exception&) {
      sum += 7;
    }
  }
  std::printf("%ld\n", sum);
}
