// A failure that needs many calls, so that shrinking takes a while.
#include <cstdlib>

class Tank {
 public:
  void fill(int litres) { level_ += litres; }
  void look() const {}
  void drive() {
    if (level_ >= 80) std::abort();
  }

 private:
  int level_ = 0;
};

int main() {
  Tank tank;
  for (int i = 0; i < 80; ++i) {
    tank.look();
    tank.fill(1);
    tank.look();
  }
  tank.drive();
}
