// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A coroutine in the inside is refused when compiling, with its name.
// inside: inside::
// expect: refused "coroutine"
#include <coroutine>
#include <cstdio>

struct Task {
  struct promise_type {
    int value = 0;
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) { return value = v, std::suspend_always(); }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};

namespace inside {
Task count(int n) {
  for (int i = 0; i < n; ++i) co_yield i;
}
}  // namespace inside

int main() {
  Task task = inside::count(3);
  for (task.handle.resume(); !task.handle.done(); task.handle.resume())
    std::printf("%d\n", task.handle.promise().value);
  task.handle.destroy();
}
