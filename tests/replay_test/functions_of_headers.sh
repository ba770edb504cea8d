# Code of headers is linked with a source that includes them, even if that has main.
cat >stack.h <<'END'
#pragma once
#include <cstdlib>
#include <vector>
template <typename T>
class Stack {
 public:
  void push(T value) { values_.push_back(value); }
  T pop() {
#ifndef MENDED
    if (values_.empty()) std::abort();
#else
    if (values_.empty()) return T();
#endif
    T top = values_.back();
    values_.pop_back();
    return top;
  }
 private:
  std::vector<T> values_;
};
END
cat >main.cc <<'END'
#include <cstdio>
#include "stack.h"
int main() {
  Stack<int> stack;
  for (int i = 0; i < 50; ++i) {
    stack.push(i);
    if (i % 3) stack.pop();
  }
  for (int i = 0; i < 18; ++i) std::printf("%d\n", stack.pop());
}
END
cutaway-c++ -g -O1 -std=c++17 main.cc -o app
cutaway debug -q -- ./app >said 2>&1
cutaway testgen debug.cut/1 -o tests --kind replay >said
expect_text said 'fails as recorded'
expect_text tests/*_main.cc '#define main main_of_the_program'
build() { eval "$(sed -n 's|^//   ||p' *_test.cc | sed "s/^cutaway-c++ /cutaway-c++ $1 /")"; }
cd tests
build -g
if ./*_test >out 2>&1; then fail 'the test passes'; fi
expect_text out 'fails_as_recorded'
build -DMENDED
./*_test >out 2>&1
