// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// unique_ptr, shared_ptr and weak_ptr owned by both sides; the last owner deletes.
// inside: inside::
// zoom: differs: the optimiser elides an allocation where all is inside
#include <cstdio>
#include <memory>
#include <vector>

namespace outside {
int alive = 0;
struct Node {
  int value;
  std::shared_ptr<Node> next;
  std::weak_ptr<Node> back;
  explicit Node(int v) : value(v) { ++alive; }
  virtual ~Node() { --alive; }
};
std::vector<std::shared_ptr<Node>> cache;
std::shared_ptr<Node> make(int v) { return cache.emplace_back(std::make_shared<Node>(v)); }
void forget() { cache.clear(); }
}  // namespace outside

namespace inside {
struct Special : outside::Node {
  std::unique_ptr<int[]> data = std::make_unique<int[]>(10);
  using Node::Node;
  ~Special() override { std::printf("special %d\n", data[3]); }
};
int run(int n) {
  std::shared_ptr<outside::Node> head = std::make_shared<Special>(100), tail = head;
  static_cast<Special&>(*head).data[3] = n;
  for (int i = 0; i < n; ++i) {
    auto node = i % 2 ? outside::make(i) : std::make_shared<outside::Node>(i);
    node->back = tail;
    tail->next = node;
    tail = std::move(node);
  }
  long uses = tail.use_count();
  outside::forget();
  int sum = 0;
  for (auto p = head.get(); p; p = p->next.get()) sum += p->value + (p->back.lock() ? 1 : 0);
  std::unique_ptr<int, void (*)(int*)> deleter(new int(sum), [](int* p) { delete p; });
  return *deleter * 10 + static_cast<int>(uses) + outside::alive;
}
}  // namespace inside

int main() {
  std::printf("%d\n", inside::run(6));
  std::printf("%d\n", outside::alive);
}
