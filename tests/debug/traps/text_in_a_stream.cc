// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a std::istringstream answers follows from its text: an answer of the failing line's must not
// be used with another line.
#include <map>
#include <sstream>
#include <string>

class Calculator {
 public:
  void line(const std::string& text) {
    std::istringstream stream(text);
    std::string name, word;
    stream >> name;
    int total = 0;
    while (stream >> word) total += word[0] < 'a' ? word[0] - '0' : variables_.at(word);
    variables_[name] = total;
  }

 private:
  std::map<std::string, int> variables_;
};

int main() {
  Calculator calculator;
  for (int i = 0; i < 20; i++) calculator.line("v" + std::to_string(i) + " 1 2");
  calculator.line("z v3 q9 1");
}
