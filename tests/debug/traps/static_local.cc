// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The first call sets up a static local; when it is left out the next one does.
#include <cstdlib>
#include <vector>

class Table {
 public:
  int look_up(int index);
  void shrink();

 private:
  static std::vector<int>& values();
};

std::vector<int>& Table::values() {
  static std::vector<int> all(16, 3);
  return all;
}
int Table::look_up(int index) {
  std::vector<int>& all = values();
  if (index >= static_cast<int>(all.size())) abort();
  return all[static_cast<size_t>(index)];
}
void Table::shrink() { values().resize(4); }

int main() {
  Table table;
  int sum = 0;
  for (int i = 0; i < 30; i++) sum += table.look_up(i % 16);
  table.shrink();
  return sum + table.look_up(9);
}
