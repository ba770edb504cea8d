// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A hash table asks the library whether it must grow. When calls are left out it asks earlier, and
// gets another answer than in the recorded call; and a tree gets a node that it had then.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <unordered_map>

class Register {
 public:
  void enter(const std::string& kind, const std::string& name, int amount) {
    amounts_[name] = amount;
    ++kinds_[kind];
  }
  int total() const {
    int sum = 0;
    for (const auto& [name, amount] : amounts_) sum += amount;
    if (sum < 0) std::abort();
    return sum;
  }

 private:
  std::unordered_map<std::string, int> amounts_;
  std::map<std::string, int> kinds_;
};

int main() {
  Register* all = new Register;
  for (int i = 0; i < 40; ++i) {
    all->enter(i % 2 == 0 ? "even" : "odd", "number " + std::to_string(i), 10 + i);
    if (i % 7 == 0) std::printf("%d\n", all->total());
  }
  all->enter("odd", "a debt", -100000);
  std::printf("%d\n", all->total());
}
