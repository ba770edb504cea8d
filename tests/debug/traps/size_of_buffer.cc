// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The number is the size of the buffer. A smaller one would leave out bytes that the failure needs;
// 0 would read before the buffer, where nobody has written, and fail by that.
#include <cstdlib>

class Packet {
 public:
  void check(const unsigned char* bytes, unsigned size);
};

void Packet::check(const unsigned char* bytes, unsigned size) {
  unsigned sum = 0;
  for (unsigned i = 0; i < size; i++) sum += bytes[i];
  bool has_end = bytes[static_cast<int>(size) - 1] == 200;
  if (sum == 1685 || (!has_end && size == 0)) abort();
}

int main(int count, char**) {
  auto* bytes = static_cast<unsigned char*>(malloc(16));
  Packet packet;
  for (int i = 1; i < 12; i++) bytes[i] = static_cast<unsigned char>(129 + i * count);
  bytes[12] = 200;
  for (unsigned size = 3; size < 10; size++) packet.check(bytes + 1, size);
  packet.check(bytes + 1, 12);
}
