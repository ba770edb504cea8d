// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exceptions cross the cut in several threads at once.
// inside: inside::
// zoom: differs: order of threads
#include <cstdio>
#include <stdexcept>
#include <thread>
#include <vector>

namespace outside {
int check(int v) {
  if (v % 5 == 3) throw std::runtime_error("five");
  return v;
}
}  // namespace outside

namespace inside {
int sum(int from) {
  int total = 0;
  for (int i = from; i < from + 20; ++i) {
    try {
      total += outside::check(i);
    } catch (const std::exception& e) {
      total -= e.what()[0];
    }
  }
  if (from % 40 == 0) throw total;
  return total;
}
}  // namespace inside

int main() {
  std::vector<int> results(6);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < results.size(); ++i) {
    threads.emplace_back([&results, i] {
      try {
        results[i] = inside::sum(static_cast<int>(i) * 20);
      } catch (int v) {
        results[i] = -v;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  for (int result : results) std::printf("%d\n", result);
}
