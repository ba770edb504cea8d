// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libc finds out when the block is given back; what spoilt its data are the calls that wrote behind it.
#include <cstdlib>

class Text {
 public:
  void start(int size) { bytes_ = static_cast<char*>(malloc(static_cast<size_t>(size))); }
  void put(int at, char c) { bytes_[at] = c; }
  void end() {
    free(bytes_);
    bytes_ = nullptr;
  }

 private:
  char* bytes_ = nullptr;
};

int main() {
  Text text;
  for (int i = 0; i < 20; i++) {
    text.start(2000);
    text.put(i, 'a');
    text.end();
  }
  Text other;
  text.start(2000);
  other.start(2000);
  for (int i = 0; i < 4; i++) text.put(2008 + i, 'x');
  text.end();
  other.end();
}
