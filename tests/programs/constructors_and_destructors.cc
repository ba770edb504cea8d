// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects of each side built, copied, moved and destroyed by the other.
// inside: inside::
#include <cstdio>
#include <utility>

namespace outside {
int alive = 0;
struct Counter {
  int id;
  explicit Counter(int i) : id(i) { ++alive; }
  Counter(const Counter& other) : id(other.id * 10) { ++alive; }
  Counter(Counter&& other) noexcept : id(std::exchange(other.id, -1)) { ++alive; }
  Counter& operator=(const Counter&) = default;
  ~Counter() { --alive; }
};
int use(Counter c) { return c.id; }
}  // namespace outside

namespace inside {
struct Holder {
  outside::Counter member;
  int* heap;
  explicit Holder(int v) : member(v), heap(new int(v * 2)) {}
  Holder(const Holder& other) : member(other.member), heap(new int(*other.heap + 1)) {}
  ~Holder() { delete heap; }
  int sum() const { return member.id + *heap; }
};
int run(int v) {
  outside::Counter local(v);
  outside::Counter copy = local;
  int sum = outside::use(copy) + outside::use(std::move(local)) + local.id;
  Holder array[2] = {Holder(v), Holder(v + 1)};
  Holder copied = array[1];
  return sum + array[0].sum() + copied.sum() + outside::alive;
}
}  // namespace inside

int main() {
  std::printf("%d\n", inside::run(3));
  {
    inside::Holder holder(5), copy(holder);
    std::printf("%d %d\n", holder.sum() + copy.sum(), outside::alive);
  }
  std::printf("%d\n", outside::alive);
}
