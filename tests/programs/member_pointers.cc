// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers to members and to virtual and plain member functions cross the cut.
// inside: inside::
#include <cstdio>
#include <initializer_list>

namespace outside {
struct Thing {
  virtual ~Thing() = default;
  int a = 1;
  long b = 2;
  int plain(int v) { return a * v; }
  virtual int dynamic(int v) { return static_cast<int>(b) * v; }
};
using Method = int (Thing::*)(int);
using Field = int Thing::*;
int call(Thing& t, Method m, int v) { return (t.*m)(v); }
Method choose(bool dynamic) { return dynamic ? &Thing::dynamic : &Thing::plain; }
int get(const Thing& t, Field f) { return t.*f; }
}  // namespace outside

namespace inside {
struct Derived : outside::Thing {
  int c = 9;
  int dynamic(int v) override { return v + c; }
  int own(int v) { return v - c; }
};
int run(outside::Thing& t, outside::Method m) {
  auto own = static_cast<outside::Method>(&Derived::own);
  Derived derived;
  int sum = (t.*m)(3) + outside::call(t, m, 4) + outside::call(derived, own, 5);
  for (bool dynamic : {false, true}) sum = sum * 10 + (derived.*outside::choose(dynamic))(2);
  outside::Field field = &outside::Thing::a;
  t.*field = 8;
  return sum * 10 + outside::get(t, static_cast<outside::Field>(field));
}
}  // namespace inside

int main() {
  outside::Thing thing;
  inside::Derived derived;
  std::printf("%d\n", inside::run(thing, &outside::Thing::plain));
  std::printf("%d\n", inside::run(derived, &outside::Thing::dynamic));
}
