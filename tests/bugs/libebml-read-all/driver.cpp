// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <cstdio>

#include "ebml/EbmlUInteger.h"
#include "ebml/MemIOCallback.h"

using namespace libebml;

static bool copy(size_t size, int number) {
  MemIOCallback memory;
  char text[32] = {}, back[32] = {};
  int length = std::snprintf(text, sizeof text, "block %d of some", number);
  memory.write(text, length);
  memory.setFilePointer(6);
  return memory.read(back, size) > 0;
}

int main() {
  for (int i = 0; i < 50; ++i) {
    if (!copy(8, i) || !copy(25, i) || copy(0, i)) return 2;
  }
  copy(SIZE_MAX - 3, 50);
  std::puts("done");
}
