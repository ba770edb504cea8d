// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects built by the inside in memory of the outside and the other way round.
// inside: inside::
#include <cstddef>
#include <cstdio>
#include <memory>
#include <new>
#include <string>

namespace outside {
alignas(std::max_align_t) char arena[512];
size_t used = 0;
void* take(size_t n) {
  void* p = arena + used;
  used += (n + 15) / 16 * 16;
  return p;
}
std::string* make_string(void* where, const char* text) { return new (where) std::string(text); }
}  // namespace outside

namespace inside {
struct Item {
  std::string name;
  int value;
  Item(std::string n, int v) : name(std::move(n)), value(v) {}
  ~Item() { std::printf("item %s\n", name.c_str()); }
};
int run(int n) {
  Item* item = new (outside::take(sizeof(Item))) Item("an item with a rather long name", n);
  alignas(std::string) char storage[sizeof(std::string)];
  std::string* text = outside::make_string(storage, "text made outside in inside memory");
  int result = item->value + static_cast<int>(text->size() + item->name.size());
  std::destroy_at(text);
  item->~Item();
  int* numbers = new (outside::take(40)) int[10]{n, n + 1};
  return result + numbers[1] + numbers[9];
}
}  // namespace inside

int main() { std::printf("%d\n", inside::run(3)); }
