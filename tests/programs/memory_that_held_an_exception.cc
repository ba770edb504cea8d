// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block is written by the inside, then it is the memory of an exception, then the outside changes a few bytes of it. The
// header of the exception is before the object, where the inside had written.
// inside: inside::
#include <cstdio>
#include <cstdlib>
#include <cstring>

constexpr int kWords = 24;

struct Failure {
  explicit Failure(int code) : code(code) {
    if (code < 0) throw code;  // its memory is given back without having been thrown
  }
  int code;
  char text[60] = "failure";
};
static_assert(sizeof(Failure) + 128 == kWords * sizeof(long));

namespace outside {
long* allocate() { return static_cast<long*>(std::malloc(kWords * sizeof(long))); }
void release(long* block) { std::free(block); }
void change_low_bytes(long* block, int number) {
  for (int i = 0; i < kWords; ++i) block[i] = 0x1122334455660000 + (number << 8) + i;
}
void fail(int code) { throw Failure(code); }
void catch_from(void (*volatile function)(int), int code) {
  try {
    function(code);
  } catch (const Failure& failure) {
    std::printf("outside caught %d\n", failure.code);
  } catch (int number) {
    std::printf("outside caught number %d\n", number);
  }
}
}  // namespace outside

namespace inside {
void fill() {
  long* block = outside::allocate();
  for (int i = 0; i < kWords; ++i) block[i] = 0x1122334455667700 + i;
  outside::release(block);
}
void throw_here(int code) { throw Failure(code); }
int catch_here(int code) {
  try {
    throw_here(code);
  } catch (const Failure& failure) {
    return failure.code;
  } catch (int number) {
    return number;
  }
  return 0;
}
int catch_again(int code) {
  try {
    try {
      outside::fail(code);
    } catch (Failure& failure) {
      failure.code++;
      throw;
    }
  } catch (const Failure& failure) {
    return failure.code;
  }
  return 0;
}
long read(int number) {
  long* block = outside::allocate();
  outside::change_low_bytes(block, number);
  long sum = 0;
  for (int i = 0; i < kWords; ++i) sum = sum * 31 + block[i];
  outside::release(block);
  return sum;
}
}  // namespace inside

int main() {
  for (int i = 1; i < 4; ++i) {
    inside::fill();
    std::printf("%d", inside::catch_here(i));
    std::printf(" %ld\n", inside::read(i));
    inside::fill();
    std::printf("%d", inside::catch_again(i));
    std::printf(" %ld\n", inside::read(i));
    inside::fill();
    std::printf("%d", inside::catch_here(-i));
    std::printf(" %ld\n", inside::read(i));
    inside::fill();
    outside::catch_from(inside::throw_here, i);
    std::printf("%ld\n", inside::read(i));
  }
}
