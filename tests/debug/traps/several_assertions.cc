// Three ways to fail in one function. Optimised, their calls of abort would be one, which has the
// line of another one; and a part that fails otherwise would seem to fail as the whole does.
#include <cstdio>
#include <cstdlib>

class Gate {
 public:
  void open() { ++opened_; }
  void lock() { ++locked_; }
  void pass(int key) {
    if (opened_ > 1 && locked_ == 2) std::abort();  // this one
    if (key < 0) std::abort();
    if (locked_ == 0) std::abort();
    std::printf("%d\n", key);
  }

 private:
  int opened_ = 0;
  int locked_ = 0;
};

int main() {
  Gate gate;
  gate.lock();
  for (int i = 0; i < 20; ++i) gate.pass(i);
  gate.open();
  gate.pass(21);
  gate.open();
  gate.lock();
  gate.pass(22);
}
