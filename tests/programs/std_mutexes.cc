// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::mutex and its guards inside: released by exceptions, recursive, several at once, with conditions.
// inside: in_*
// inside: Ledger::*
// zoom: differs: order of threads
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

int out_limit(int value) {
  if (value % 7 == 0) throw std::runtime_error("limit");
  return value;
}

struct Ledger {
  std::mutex mutex;
  std::recursive_mutex nested;
  std::mutex other;
  std::condition_variable grown;
  std::vector<int> entries;
  int failures = 0;

  void add(int value) {
    std::lock_guard guard(mutex);
    entries.push_back(out_limit(value));
    grown.notify_all();
  }
  void try_add(int value) {
    try {
      add(value);
    } catch (const std::runtime_error&) {
      std::scoped_lock both(mutex, other);
      failures++;
    }
  }
  long sum(int depth) {
    std::lock_guard guard(nested);
    if (depth > 0) return sum(depth - 1);
    std::unique_lock lock(mutex);
    long result = 0;
    for (int entry : entries) result += entry;
    return result;
  }
  void wait_for(size_t count) {
    std::unique_lock lock(mutex);
    grown.wait(lock, [&] { return entries.size() >= count; });
  }
};

static Ledger ledger;
void in_fill(int from) {
  for (int i = 0; i < 70; ++i) ledger.try_add(from + i);
}
bool in_try() {
  std::unique_lock lock(ledger.mutex, std::try_to_lock);
  return lock.owns_lock();
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(in_fill, i * 70 + 1);
  ledger.wait_for(240);
  for (std::thread& thread : threads) thread.join();
  std::printf("%zu %d %ld\n", ledger.entries.size(), ledger.failures, ledger.sum(3));
  ledger.mutex.lock();
  bool is_free = false;
  std::thread([&] { is_free = in_try(); }).join();
  ledger.mutex.unlock();
  std::printf("%d %d\n", is_free, in_try());
}
