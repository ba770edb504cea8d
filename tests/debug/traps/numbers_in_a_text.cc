// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers are read by strtol, what is between them by the inside itself. All lines are in one buffer, so what an
// earlier one has left is not what this one consists of.
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>

class Calculator {
 public:
  long evaluate(const char* text) {
    at_ = text;
    long value = term();
    for (; *at_ == '+' || *at_ == '-'; ++results_) {
      bool adds = *at_++ == '+';
      value += adds ? term() : -term();
    }
    return value;
  }
  long results() const { return results_; }

 private:
  long term() {
    long value = number();
    while (*at_ == '*' || *at_ == '/') {
      bool divides = *at_++ == '/';
      long other = number();
      value = divides ? value / other : value * other;
    }
    return value;
  }
  long number() {
    char* end = nullptr;
    long value = std::strtol(at_, &end, 10);
    at_ = end;
    while (std::isspace(static_cast<unsigned char>(*at_))) ++at_;
    return value;
  }

  const char* at_ = nullptr;
  long results_ = 0;
};

int main() {
  Calculator calculator;
  char line[80];
  for (int i = 0; i < 200; ++i) {
    std::snprintf(line, sizeof(line), "%d * 3 - 8 / %d + %d", i, i + 1, i * i);
    std::printf("%ld\n", calculator.evaluate(line));
  }
  std::strcpy(line, "12 + 3 * 44 / 0 - 2 * 1");
  std::printf("%ld %ld\n", calculator.evaluate(line), calculator.results());
}
