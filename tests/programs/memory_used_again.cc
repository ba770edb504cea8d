// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks and frames of the outside lie where the inside has left something, often the very bytes
// that they get; or bytes that a zoom takes for fresh.
// inside: in::
// min-incalls: 500
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace in {

// Reads and wipes.
uint64_t take(unsigned char* bytes, size_t size) {
  uint64_t sum = 0;
  for (size_t i = 0; i < size; ++i) sum = sum * 31 + bytes[i];
  std::memset(bytes, static_cast<int>(size % 3), size / 2);
  return sum;
}

uint64_t consume(std::string text) {
  std::string other = std::move(text);
  return other.size() * 7 + static_cast<unsigned char>(other[other.size() / 2]);
}

uint64_t down(int depth, uint64_t (*next)(int), bool throws) {
  unsigned char local[64];
  std::memset(local, depth, sizeof(local));
  uint64_t sum = depth > 0 ? next(depth - 1) : 0;
  if (throws && depth == 3) throw std::runtime_error("down");
  for (unsigned char byte : local) sum = sum * 3 + byte;
  return sum;
}

uint64_t* grow(uint64_t* numbers, size_t count) {
  return static_cast<uint64_t*>(std::realloc(numbers, count * sizeof(*numbers)));
}

}  // namespace in

namespace out {

uint64_t total;

// Every third byte is what a zoom writes to fresh memory.
__attribute__((noinline)) void fill(unsigned char* bytes, size_t size, int round) {
  for (size_t i = 0; i < size; ++i)
    bytes[i] = static_cast<unsigned char>(i % 3 == 0   ? 0xa5
                                          : i % 3 == 1 ? 0
                                                       : i % size / 2 + round % 2);
}

__attribute__((noinline)) void in_block(int round, size_t size) {
  auto* bytes =
      static_cast<unsigned char*>(round % 3 == 0 ? std::calloc(size, 1) : std::malloc(size));
  if (round % 3 != 0) fill(bytes, size, round);
  total += in::take(bytes, size);
  if (round % 4 == 1) {
    bytes = static_cast<unsigned char*>(std::realloc(bytes, 2 * size));
    fill(bytes + size, size, round);
    total += in::take(bytes, 2 * size);
  }
  std::free(bytes);
}

__attribute__((noinline)) void in_frame(int round) {
  unsigned char bytes[200];
  fill(bytes, sizeof(bytes), round % 2);
  total += in::take(bytes, sizeof(bytes));
  unsigned char half[40];
  fill(half, sizeof(half), 1);
  total += in::take(bytes + 100, 50) + in::take(half, sizeof(half));
}

__attribute__((noinline)) void with_text(int round) {
  total += in::consume(round % 2 == 0 ? "short" : "short too");
  total += in::consume(std::string(40, static_cast<char>('a' + round % 2)));
}

uint64_t step(int depth) {
  unsigned char bytes[48];
  fill(bytes, sizeof(bytes), depth);
  uint64_t sum = in::take(bytes, sizeof(bytes));
  return sum + in::down(depth, step, total % 2 != 0);
}

__attribute__((noinline)) void deep(int depth) {
  try {
    total += step(depth);
  } catch (const std::runtime_error& error) {
    total += static_cast<unsigned char>(error.what()[0]);
    in_frame(1);
  }
}

}  // namespace out

int main() {
  uint64_t* numbers = nullptr;
  for (int round = 0; round < 60; ++round) {
    out::in_block(round, 24);
    out::in_block(round, 24 + 16 * (round % 3));
    if (round % 10 == 0) out::in_block(round, 9000);
    out::in_frame(round);
    out::with_text(round);
    out::deep(round % 6);
    numbers = in::grow(numbers, 2 + round % 5);
    if (round == 0) numbers[1] = 1;
    numbers[0] = out::total;
    std::printf("%d %llu\n", round, static_cast<unsigned long long>(out::total + numbers[1] % 2));
  }
  std::free(numbers);
}
