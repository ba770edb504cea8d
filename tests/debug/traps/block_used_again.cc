// A block that is given back lies where the next one will. In a part without clear() two shelves
// would have their things in one place, and what is put on one would be on the other: a failure
// with fewer calls than the bug needs, and one that the program cannot have.
#include <cstdlib>

class Shelf {
 public:
  explicit Shelf(int number) : number_(number) {}
  void put(int thing) {
    if (things_ == nullptr) things_ = static_cast<int*>(allocate_(4 * sizeof(int)));
    things_[0] = first_ = thing;
    ++puts_;
  }
  void clear() {
    release_(things_);
    things_ = nullptr;
    first_ = 0;
  }
  void wear() { ++wear_; }
  void check() const {
    const bool is_worn = wear_ >= 6 && puts_ >= 3;  // the bug
    if (is_worn || (first_ != 0 && things_[0] != first_)) std::abort();
  }

 private:
  int number_;
  int* things_ = nullptr;
  int first_ = 0;
  int wear_ = 0;
  static inline int puts_ = 0;  // on all shelves
  // Allocators are known, however they are called.
  static inline void* (*allocate_)(size_t) = std::malloc;
  static inline void (*release_)(void*) = std::free;
};

int main() {
  Shelf left(1), right(2);
  left.put(100);
  left.check();
  left.clear();
  right.put(200);
  left.check();
  left.put(300);
  for (int i = 0; i < 6; ++i) left.wear();
  left.check();
}
