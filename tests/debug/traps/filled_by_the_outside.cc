// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// load() has the outside fill a buffer that check() reads: without load() nothing would be in it.
#include <cstdlib>

int fetch(char* to, int size);

class Buffer {
 public:
  Buffer();
  void load();
  int check() const;

 private:
  char* bytes_;
};

Buffer::Buffer() : bytes_(static_cast<char*>(std::malloc(32))) {}
void Buffer::load() { fetch(bytes_, 32); }
int Buffer::check() const {
  if (bytes_[5] == 'x') std::abort();
  return bytes_[5];
}

static int g_fetched;

__attribute__((noinline)) int fetch(char* to, int size) {
  g_fetched++;
  for (int i = 0; i < size; i++) to[i] = g_fetched == 30 && i == 5 ? 'x' : 'a';
  return size;
}

int main() {
  Buffer buffer;
  int sum = 0;
  for (int i = 0; i < 40; i++) {
    buffer.load();
    sum += buffer.check();
  }
  return sum;
}
