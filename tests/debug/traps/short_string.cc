// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two characters of a std::string of the outside matter. It can be two characters long only if its
// length changes, too: the last one must be '!'.
#include <cstdlib>
#include <string>

class Checker {
 public:
  void check(const std::string& text);
};

void Checker::check(const std::string& text) {
  if (text.empty() || text[text.size() - 1] != '!') return;
  for (char character : text)
    if (character == '%') abort();
}

int main(int count, char**) {
  Checker checker;
  for (int i = 0; i < 5; i++) checker.check("nothing of note, number " + std::to_string(i));
  checker.check("The price of " + std::to_string(count) + " apples rose by 10 % last year!");
}
