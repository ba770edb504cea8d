// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without set() the text that atoi reads lies in a page that nobody has touched, and reads as 0: the same failure, but one
// of the harness.
#include <cstdio>
#include <cstdlib>
#include <cstring>

class Divisor {
 public:
  void set(const char* text) { std::strcpy(text_, text); }
  int divide() const { return 100 / std::atoi(text_); }

 private:
  long before_[3000];
  char text_[64];
  long after_[3000];
};

int main() {
  auto* divisor = static_cast<Divisor*>(std::malloc(sizeof(Divisor)));
  const char* const texts[] = {"5", "7", "9", "0"};
  for (const char* text : texts) {
    divisor->set(text);
    std::printf("%d\n", divisor->divide());
  }
}
