// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each Box lies where the one before was destroyed. With its destructor, and without the
// constructor of the last one, get() fails in the same place, since the object is gone.
#include <cstdio>

class Box {
 public:
  static void arm() { ++armed; }
  explicit Box(int value) : value_(value), at_(&value_) {}
  ~Box() { at_ = nullptr; }
  void clear() {
    if (armed == 3) at_ = nullptr;
  }
  int get() const {
    int value = value_;
    return *at_ + value;
  }

 private:
  static int armed;
  volatile int value_;
  volatile int* volatile at_;
};
int Box::armed;

__attribute__((noinline)) static int use(int i, bool is_last) {
  Box box(i);
  if (is_last) box.clear();
  return box.get();
}

int main() {
  int sum = 0;
  for (int i = 0; i < 3; ++i) {
    Box::arm();
    sum += use(i, false);
  }
  for (int i = 0; i < 40; ++i) sum += use(i, false);
  std::printf("%d\n", sum + use(1, true));
}
