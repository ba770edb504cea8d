// Each object lies where the last one was, whose bytes are still there. Without its constructor the
// failing one would find them and fail all the same: so the constructor is needed.
#include <cstdio>
#include <cstdlib>

class Token {
 public:
  explicit Token(long kind) : kind_(kind) {}
  long kind() const { return kind_; }
  void check(long round) const {
    if (kind_ == 77 && round == 50) std::abort();
  }

 private:
  long unused_[4] = {};
  long kind_;
};

int main() {
  long sum = 0;
  for (long i = 1; i <= 50; ++i) {
    auto* token = new Token(77);
    sum += token->kind();
    token->check(i);
    delete token;
  }
  std::printf("%ld\n", sum);
}
