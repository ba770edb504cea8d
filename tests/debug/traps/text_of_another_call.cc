// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::stoi asks strtol, and the recording has its answers. In a part that has another text in the
// same place they are answers to another question.
#include <cstdio>
#include <string>
#include <vector>

class Sums {
 public:
  void read(const std::string& line) {
    words_.clear();
    std::string word;
    for (char c : line + " ") {
      if (c != ' ') word += c;
      else if (!word.empty()) {
        words_.push_back(word);
        word.clear();
      }
    }
  }
  int divide() const { return std::stoi(words_[0]) / std::stoi(words_[1]); }

 private:
  std::vector<std::string> words_;
};

int main() {
  Sums sums;
  for (const char* line : {"8 4", "9 3", "6 2", "7 0"}) {
    sums.read(line);
    std::printf("%d\n", sums.divide());
  }
}
