// The copy of an owner gives back what both own. The failing call finds there what free() has
// written, which no call of the program has: but it needs the one that gave the block back.
#include <cstdio>

class Owner {
 public:
  explicit Owner(long value) : node_(new Node{nullptr, value}) { node_->first = node_; }
  Owner(const Owner& other) : node_(other.node_) {}  // the bug
  ~Owner() { delete node_; }
  long value() const { return node_->first->value; }

 private:
  struct Node {
    Node* first;
    long value;
  };
  Node* node_;
};

static long last_value() {
  Owner owner(7);
  {
    Owner copy(owner);
  }
  return owner.value();
}

int main() {
  long sum = 0;
  for (long i = 0; i < 100; ++i) {
    Owner one(i), other(-i);
    sum += one.value() + 2 * other.value();
  }
  std::printf("%ld\n", sum);
  std::printf("%ld\n", last_value());
}
