// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Guarded static locals of the inside, initialised by outcalls and destroyed at exit.
// inside: inside::
#include <cstdio>

namespace outside {
int made = 0;
int make(int v) { return v * 10 + ++made; }
}  // namespace outside

namespace inside {
struct Noisy {
  int v;
  explicit Noisy(int i) : v(outside::make(i)) { std::printf("made %d\n", v); }
  ~Noisy() { std::printf("destroyed %d\n", v); }
};
Noisy& instance() {
  static Noisy noisy(1);
  return noisy;
}
int recursive(int n) {
  static int cached = outside::make(n) + instance().v;
  return n == 0 ? cached : recursive(n - 1) + 1;
}
inline int counter() {
  static int n = outside::make(7);
  return n++;
}
}  // namespace inside

int main() {
  std::printf("%d\n", inside::recursive(3));
  std::printf("%d %d\n", inside::counter(), inside::counter());
  inside::instance().v += 5;
  std::printf("%d\n", inside::instance().v);
}
