// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Function and class templates of the inside, instantiated with types of both sides.
// inside: inside::
#include <cstdio>
#include <type_traits>

namespace outside {
struct Money {
  long cents;
  friend Money operator+(Money a, Money b) { return {a.cents + b.cents}; }
  friend bool operator<(Money a, Money b) { return a.cents < b.cents; }
};
int conversions = 0;
template <class T>
T convert(int v) {
  ++conversions;
  if constexpr (std::is_same_v<T, Money>) return {v * 100L};
  else return static_cast<T>(v);
}
}  // namespace outside

namespace inside {
template <class T, int N>
class Stack {
 public:
  void push(T v) { items_[size_++ % N] = v; }
  T sum() const {
    T total = items_[0];
    for (int i = 1; i < N; ++i) total = total + items_[i];
    return total;
  }

 private:
  T items_[N] = {};
  int size_ = 0;
};
template <class T>
T largest(T a) {
  return a;
}
template <class T, class... Rest>
T largest(T a, Rest... rest) {
  T other = largest(static_cast<T>(rest)...);
  return a < other ? other : a;
}
template <class T>
T fill(int n) {
  Stack<T, 4> stack;
  for (int i = 0; i < n; ++i) stack.push(outside::convert<T>(i * i));
  return stack.sum();
}
template <int N>
struct Factorial {
  static long value() { return N * Factorial<N - 1>::value(); }
};
template <>
long Factorial<0>::value() {
  return outside::conversions;
}
}  // namespace inside

int main() {
  std::printf("%d %g %ld\n", inside::fill<int>(5), inside::fill<double>(6),
              inside::fill<outside::Money>(7).cents);
  std::printf("%d %g\n", inside::largest(3, 9, 4), inside::largest(0.5, 2, 1.5f));
  std::printf("%ld\n", inside::Factorial<5>::value());
}
