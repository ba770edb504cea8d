// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pool of outside threads runs inside tasks that enqueue further tasks.
// inside: inside::
// zoom: differs: order of threads
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace outside {
class Pool {
 public:
  explicit Pool(int n) {
    for (int i = 0; i < n; ++i) threads_.emplace_back([this] { loop(); });
  }
  void submit(std::function<void()> task) {
    std::lock_guard<std::mutex> lock(mutex_);
    ++pending_;
    tasks_.push_back(std::move(task));
    changed_.notify_all();
  }
  void finish() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return pending_ == 0; });
    done_ = true;
    changed_.notify_all();
    lock.unlock();
    for (auto& thread : threads_) thread.join();
  }

 private:
  void loop() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return done_ || !tasks_.empty(); });
      if (tasks_.empty()) return;
      auto task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
      lock.lock();
      if (--pending_ == 0) changed_.notify_all();
    }
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  std::vector<std::thread> threads_;
  int pending_ = 0;
  bool done_ = false;
};
}  // namespace outside

namespace inside {
std::mutex mutex;
long total = 0;
void task(outside::Pool& pool, int n) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    total += n * n;
  }
  if (n > 1) {
    pool.submit([&pool, n] { task(pool, n / 2); });
    pool.submit([&pool, n] { task(pool, n - n / 2 - 1); });
  }
}
}  // namespace inside

int main() {
  outside::Pool pool(4);
  inside::task(pool, 100);
  pool.finish();
  std::printf("%ld\n", inside::total);
}
