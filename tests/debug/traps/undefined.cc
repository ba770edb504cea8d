// Built with UBSan: a sum that overflows, and later another report, which is not the first.
#include <climits>
#include <cstdio>

class Sum {
 public:
  void add(int value) { sum_ += value; }
  void reset() { sum_ = 0; }
  int shifted(int by) const { return sum_ << by; }

 private:
  int sum_ = 0;
};

int main(int count, char**) {
  Sum sum;
  for (int i = 0; i < 100; ++i) sum.add(i);
  sum.reset();
  sum.add(INT_MAX - 50);
  sum.add(100 * count);
  std::printf("%d\n", sum.shifted(1) == 0);
  return 0;
}
