// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lambdas of either side, with captures by value and reference, called by the other.
// inside: inside::
#include <cstdio>

namespace outside {
template <class F>
int repeat(int n, const F& f) {
  int sum = 0;
  for (int i = 0; i < n; ++i) sum = sum * 3 + f(i);
  return sum;
}
int apply(int (*f)(int), int v) { return f(v) + 1; }
int apply_context(int (*f)(void*, int), void* context, int v) { return f(context, v); }
}  // namespace outside

namespace inside {
template <class F>
int twice(const F& f, int v) {
  return f(f(v));
}
int run(int base) {
  int calls = 0;
  auto add = [base, &calls](int v) { return ++calls, v + base; };
  auto nested = [&](int v) {
    auto inner = [&, v](int w) { return add(v) * w; };
    return inner(2) + inner(3);
  };
  int sum = outside::repeat(4, add) + outside::apply([](int v) { return v * v; }, 5) + nested(6);
  sum += outside::apply_context([](void* c, int v) { return (*static_cast<decltype(add)*>(c))(v); },
                                &add, 7);
  return sum * 100 + calls;
}
}  // namespace inside

int main(int argc, char**) {
  int seen = 0;
  std::printf("%d\n", inside::run(argc));
  std::printf("%d\n", inside::twice([&](int v) { return seen += v + argc; }, 3));
  std::printf("%d\n", seen);
}
