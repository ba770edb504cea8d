// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The number is handed on to the outside, which writes so many bytes. With another number the
// recording would still have all of them. What is only printed can be simpler.
#include <cstdio>
#include <cstdlib>

class Source {
 public:
  void read(unsigned char* to, unsigned size, unsigned start) {
    for (unsigned i = 0; i < size; i++) to[i] = static_cast<unsigned char>(start + i);
  }
};

class Loader {
 public:
  void load(Source* source, unsigned size, int number);
};

void Loader::load(Source* source, unsigned size, int number) {
  static unsigned char bytes[64];
  printf("load %d\n", number);
  source->read(bytes, size, 7);
  if (bytes[20] == 27) abort();
}

int main(int count, char**) {
  Loader loader;
  Source source;
  for (int i = 0; i < 5; i++) loader.load(&source, 10, i * count);
  loader.load(&source, 40, 4711);
}
