// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The first byte of each block is never written. A part that leaves out who gives one back has the
// next one in another place, and giving that back reads nothing: the failure needs one destructor.
#include <cstdio>
#include <optional>

class Box {
 public:
  Box() : data_(new Data) { data_->number = ++opened; }
  ~Box() {
    if (opened - closed >= 2) is_one_of_two_closed = true;
    ++closed;
    delete data_;
  }
  int get() const {
    volatile int* at = opened >= 3 && is_one_of_two_closed ? nullptr : &data_->number;
    return *at;
  }

 private:
  struct Data {
    char spare;
    int number;
  };
  static int opened, closed;
  static bool is_one_of_two_closed;
  Data* data_;
};
int Box::opened, Box::closed;
bool Box::is_one_of_two_closed;

__attribute__((noinline)) static int use() {
  Box box;
  return box.get();
}

int main() {
  int sum = 0;
  for (int i = 0; i < 40; ++i) sum += use();
  std::optional<Box> first(std::in_place);
  Box second;
  first.reset();
  std::printf("%d\n", sum + second.get());
}
