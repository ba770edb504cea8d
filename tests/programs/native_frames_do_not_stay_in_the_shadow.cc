// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variadic arguments lie in native frames, which the replayer has elsewhere. The outside then has
// words at these addresses that differ in some bytes only: all their bytes must reach the replay.
// inside: inside::
#include <cstdarg>
#include <cstdint>
#include <cstdio>

namespace inside {
__attribute__((noinline)) uint64_t add(int count, ...) {
  va_list list;
  va_start(list, count);
  uint64_t sum = 0;
  for (int i = 0; i < count; i++) sum += va_arg(list, uint64_t);
  va_end(list);
  return sum;
}

__attribute__((noinline)) uint64_t start(uint64_t word) {
  return add(24, word, word, word, word, word, word, word, word, word, word, word, word, word, word,
             word, word, word, word, word, word, word, word, word, word);
}

__attribute__((noinline)) uint64_t read(const uint64_t* words, int count) {
  uint64_t sum = 0;
  for (int i = 0; i < count; i++) sum = sum * 31 + words[i];
  return sum;
}
}  // namespace inside

namespace outside {
constexpr int k_count = 4096;

__attribute__((noinline)) uint64_t cover(uint64_t word) {
  uint64_t words[k_count];
  for (int i = 0; i < k_count; i++) words[i] = word ^ static_cast<uint64_t>(i & 0xff);
  return inside::read(words, k_count);
}
}  // namespace outside

int main() {
  const uint64_t word = 0x1122334455667788;
  std::printf("%llx\n", static_cast<unsigned long long>(inside::start(word)));
  std::printf("%llx\n", static_cast<unsigned long long>(outside::cover(word)));
}
