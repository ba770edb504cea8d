// The program knows a wrong state by itself.
#include <cutaway/cutaway.h>

class Stack {
 public:
  void push(int value) { values_[count_++] = value; }
  int pop() { return values_[--count_]; }
  void check() const {
    if (count_ < 0 || count_ > 4) CUTAWAY_FAIL("the stack is out of bounds");
  }

 private:
  int count_ = 0;
  int values_[64] = {};
};

int main() {
  Stack stack;
  for (int i = 0; i < 100; ++i) {
    stack.push(i);
    stack.check();
    if (i % 3 != 0) stack.pop();
    if (i % 3 == 1) stack.pop();
  }
  for (int i = 0; i < 10; ++i) stack.push(i);
  stack.check();
  return 0;
}
