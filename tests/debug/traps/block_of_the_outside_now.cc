// The box gives its block back, and the outside gets it. The failing call reads nothing that
// clear() has written, but without it two blocks would be in one place.
#include <cstdio>
#include <cstdlib>

class Box {
 public:
  void put(long thing) {
    things_ = static_cast<long*>(std::malloc(4 * sizeof(long)));
    things_[0] = thing;
    ++puts_;
  }
  void clear() { std::free(things_); }
  void check(const long* other) const {
    if (puts_ == 1 && other[1] == 77) std::abort();
  }

 private:
  long* things_ = nullptr;
  long puts_ = 0;
};

int main() {
  for (long i = 0; i < 100; ++i) {
    Box box;
    box.put(i);
    box.clear();
    auto* other = static_cast<long*>(std::malloc(4 * sizeof(long)));
    other[1] = i == 99 ? 77 : i % 77;
    box.check(other);
    std::free(other);
    std::printf("%ld\n", i);
  }
}
