// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::thread, mutex, future, async and call_once used by the inside itself.
// inside: inside::
// zoom: differs: order of threads
#include <cstdio>
#include <future>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

namespace outside {
int work(int v) { return v * v; }
}  // namespace outside

namespace inside {
std::once_flag once;
int initialised = 0;
int sum(int n) {
  std::mutex mutex;
  int total = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < n; ++i) {
    threads.emplace_back([&, i] {
      std::call_once(once, [] { initialised += outside::work(3); });
      std::lock_guard<std::mutex> lock(mutex);
      total += outside::work(i);
    });
  }
  for (auto& thread : threads) thread.join();
  return total + initialised;
}
int futures(int n) {
  std::vector<std::future<int>> results;
  for (int i = 0; i < n; ++i)
    results.push_back(std::async(std::launch::async, [i] {
      if (i == 2) throw std::runtime_error("two");
      return outside::work(i + 10);
    }));
  int total = 0;
  for (auto& result : results) {
    try {
      total += result.get();
    } catch (const std::runtime_error& e) {
      total += e.what()[0] * 10000;
    }
  }
  return total;
}
}  // namespace inside

int main() {
  std::printf("%d\n", inside::sum(6));
  std::printf("%d\n", inside::futures(4));
}
