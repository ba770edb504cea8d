// main itself says that something went wrong.
#include <cstdio>

class Counter {
 public:
  void add(int value) { sum_ += value; }
  int sum() const { return sum_; }

 private:
  int sum_ = 0;
};

int main() {
  Counter counter;
  for (int i = 0; i < 10; ++i) counter.add(i);
  std::printf("%d\n", counter.sum());
  return counter.sum() == 45 ? 7 : 0;
}
