// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Given back twice: another call had it in between, which is no failure.
#include <cstdlib>

class Pool {
 public:
  void take(int slot);
  void give(int slot);

 private:
  void* blocks_[8] = {};
};

void Pool::take(int slot) { blocks_[slot] = std::malloc(2000); }
void Pool::give(int slot) { std::free(blocks_[slot]); }

int main() {
  Pool pool;
  for (int i = 0; i < 40; i++) {
    pool.take(i % 8);
    pool.give(i % 8);
  }
  pool.take(3);
  pool.give(3);
  pool.give(3);
}
