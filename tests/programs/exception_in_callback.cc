// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An inside callback throws through a standard algorithm of the outside.
// inside: inside::
#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

namespace outside {
int visit(const std::vector<int>& values, const std::function<void(int)>& f) {
  int visited = 0;
  try {
    for (int v : values) f(v), ++visited;
  } catch (long code) {
    return visited * 100 + static_cast<int>(code);
  }
  return visited;
}
void for_each(const std::vector<int>& values, const std::function<void(int)>& f) {
  std::for_each(values.begin(), values.end(), f);
}
}  // namespace outside

namespace inside {
int stop_at(const std::vector<int>& values, int stop) {
  return outside::visit(values, [stop](int v) {
    if (v == stop) throw static_cast<long>(v);
  });
}
int find(const std::vector<int>& values, int wanted) {
  int position = 0;
  try {
    outside::for_each(values, [&](int v) {
      if (v == wanted) throw position;
      ++position;
    });
  } catch (int p) {
    return p;
  }
  return -1;
}
}  // namespace inside

int main() {
  const std::vector<int> values = {4, 8, 15, 16, 23, 42};
  std::printf("%d %d\n", inside::stop_at(values, 16), inside::stop_at(values, 5));
  std::printf("%d %d\n", inside::find(values, 23), inside::find(values, 5));
}
