// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// deque, list, forward_list, priority_queue and array.
// inside: inside::
#include <array>
#include <cstdio>
#include <deque>
#include <forward_list>
#include <list>
#include <queue>

namespace outside {
void rotate(std::list<int>& list) { list.splice(list.end(), list, list.begin()); }
void feed(std::deque<int>& d, int v) { v % 2 ? d.push_back(v) : d.push_front(v); }
}  // namespace outside

namespace inside {
int run(int n) {
  std::list<int> list;
  std::deque<int> deque;
  std::priority_queue<int> queue;
  std::forward_list<int> forward;
  std::array<int, 8> array{};
  for (int i = 0; i < n; ++i) {
    list.push_back(i);
    outside::rotate(list);
    outside::feed(deque, i * 3);
    queue.push(i * 7 % 13);
    forward.push_front(i);
    array[static_cast<size_t>(i) % 8] += i;
  }
  list.sort();
  forward.remove_if([](int v) { return v % 3 == 0; });
  int h = 0;
  for (int v : list) h = (h * 31 + v) % 1000003;
  for (int v : deque) h = (h * 31 + v) % 1000003;
  for (int v : forward) h = (h * 31 + v) % 1000003;
  for (int v : array) h = (h * 31 + v) % 1000003;
  for (; !queue.empty(); queue.pop()) h = (h * 31 + queue.top()) % 1000003;
  return h;
}
}  // namespace inside

int main() { std::printf("%d %d\n", inside::run(40), inside::run(300)); }
