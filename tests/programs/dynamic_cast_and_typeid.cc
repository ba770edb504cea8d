// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Run-time type information of both sides, asked for by both.
// inside: inside::
#include <cstdio>
#include <cstring>
#include <typeinfo>

namespace outside {
struct Animal {
  virtual ~Animal() = default;
};
struct Tagged {
  virtual ~Tagged() = default;
  int tag = 5;
};
struct Dog : Animal {};
Animal* next(int i);
bool is_tagged(Animal* a) { return dynamic_cast<Tagged*>(a) != nullptr; }
const std::type_info& type_of(const Animal& a) { return typeid(a); }
}  // namespace outside

namespace inside {
struct Cat : outside::Animal, outside::Tagged {};
struct Lion final : Cat {};
int classify(outside::Animal* a) {
  int h = 0;
  if (auto* cat = dynamic_cast<Cat*>(a)) h += 1 + cat->tag;
  if (auto* tagged = dynamic_cast<outside::Tagged*>(a)) h += 10 * tagged->tag;
  if (dynamic_cast<outside::Dog*>(a)) h += 1000;
  if (typeid(*a) == typeid(Lion)) h += 10000;
  if (dynamic_cast<void*>(a) == a) h += 100000;
  return h + outside::is_tagged(a) + static_cast<int>(std::strlen(outside::type_of(*a).name()));
}
bool cast_fails(outside::Animal& a) {
  try {
    (void)dynamic_cast<Cat&>(a);
    return false;
  } catch (const std::bad_cast&) {
    return true;
  }
}
}  // namespace inside

outside::Animal* outside::next(int i) {
  if (i == 0) return new Dog;
  return i == 1 ? static_cast<Animal*>(new inside::Cat) : new inside::Lion;
}

int main() {
  for (int i = 0; i < 3; ++i) {
    outside::Animal* a = outside::next(i);
    std::printf("%d %d\n", inside::classify(a), inside::cast_fails(*a));
    delete a;
  }
}
