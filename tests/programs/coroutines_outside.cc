// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A coroutine of the outside may call the inside between suspensions.
// inside: inside::
// zoom: no
#include <coroutine>
#include <cstdio>

namespace inside {
int state = 1;
int next(int v) { return state = state * 3 + v; }
}  // namespace inside

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

Task count(int n) {
  for (int i = 0; i < n; ++i) co_yield inside::next(i);
}

int main() {
  Task a = count(3), b = count(4);
  for (int i = 0; i < 3; ++i) {
    a.handle.resume();
    b.handle.resume();
    std::printf("%d %d\n", a.handle.promise().value, b.handle.promise().value);
  }
  a.handle.destroy();
  b.handle.destroy();
}
