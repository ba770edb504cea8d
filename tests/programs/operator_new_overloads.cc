// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Class allocators and replaced global operator new and delete that are inside.
// inside: inside::
// inside: operator new*
// inside: operator delete*
#include <cstdio>
#include <cstdlib>
#include <new>

namespace inside {
int allocations = 0;
struct Pooled {
  long payload[4];
  static void* operator new(size_t size);
  static void operator delete(void* p);
};
alignas(Pooled) char pool[sizeof(Pooled) * 8];
int next = 0;
void* Pooled::operator new(size_t) {
  return pool + sizeof(Pooled) * static_cast<size_t>(next++ % 8);
}
void Pooled::operator delete(void* p) { static_cast<Pooled*>(p)->payload[0] = -1; }
long run(int n) {
  long sum = 0;
  for (int i = 0; i < n; ++i) {
    auto* a = new Pooled{{i, 2, 3, 4}};
    int* b = new int(i);
    sum += a->payload[0] + a->payload[3] + *b;
    delete b;
    delete a;
  }
  return sum * 100 + allocations;
}
}  // namespace inside

void* operator new(size_t size) {
  ++inside::allocations;
  void* p = std::malloc(size);
  if (!p) throw std::bad_alloc();
  return p;
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, size_t) noexcept { std::free(p); }

int main() {
  // The object escapes: the allocation must stay.
  volatile int* kept = new int(3);
  std::printf("%d %d\n", inside::run(5) % 100 >= 0, *kept);
  std::printf("%d\n", inside::allocations >= 1);
  delete kept;
}
