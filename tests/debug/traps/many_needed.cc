// A failure that needs many calls, so that shrinking takes a while; with an argument the run itself
// takes so many seconds, too.
#include <unistd.h>

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

int main(int argc, char** argv) {
  if (argc > 1) sleep(static_cast<unsigned>(std::atoi(argv[1])));
  Tank tank;
  for (int i = 0; i < 80; ++i) {
    tank.look();
    tank.fill(1);
    tank.look();
  }
  tank.drive();
}
