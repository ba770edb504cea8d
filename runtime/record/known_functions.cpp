// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Known functions in the record flavour: run libc's, check exactly the bytes that the result
// depends on, mirror what it wrote. Sources are checked before they can be overwritten. Compiled
// with -fno-builtin: these calls must stay calls.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "runtime/common/system.h"
#include "runtime/record/calls.h"
#include "runtime/record/patches.h"

namespace cutaway::rt {

namespace {

// Names what the running hook needs to check memory.
struct Checker {
  Context* context;
  uint64_t sp;
  void read(const void* address, uint64_t size) const { check_bytes(context, address, size, sp); }
  void read_both(const void* left, const void* right, uint64_t size) const {
    read(left, size);
    read(right, size);
  }
  void read_string(const void* text) const {
    read(text, strlen(static_cast<const char*>(text)) + 1);
  }
};
#define CUTAWAY_CHECKER(context) \
  Checker { to_context(context), reinterpret_cast<uint64_t>(__builtin_frame_address(0)) }

const char* as_text(const void* pointer) { return static_cast<const char*>(pointer); }
char* as_text(void* pointer) { return static_cast<char*>(pointer); }

// Bytes up to and including the first difference, or the first common zero byte if `stops_at_zero`.
uint64_t compared_bytes(const void* left, const void* right, uint64_t size, bool stops_at_zero) {
  const char* a = as_text(left);
  const char* b = as_text(right);
  for (uint64_t i = 0; i < size; i++) {
    if (a[i] != b[i] || (stops_at_zero && a[i] == 0)) return i + 1;
  }
  return size;
}

uint64_t bytes_until(const void* from, const void* found, uint64_t all) {
  return found != nullptr ? as_text(found) - as_text(from) + 1 : all;
}

uint64_t length_within(const char* text, uint64_t size) {
  const uint64_t length = strnlen(text, size);
  return length < size ? length + 1 : size;  // with the zero, if it was reached
}

// The system reads eight bytes before it finds fault with the first argument.
bool is_readable(const char* address) {
  const uint64_t aligned = to_word(address) & ~7ull;
  return raw_syscall(SYS_rt_sigprocmask, ~0ull, aligned, 0, 8) != -EFAULT;
}

// Bytes up to the first that `ends`, with it. 0: they are not all readable. Who reads them will
// find that out; a fault here would be in another place.
template <class Ends>
uint64_t bytes_until(const char* text, const Ends& ends, uint64_t most) {
  for (uint64_t i = 0; i < most; i++) {
    const bool is_new_page = i == 0 || to_word(text + i) % k_page_bytes == 0;
    if (is_new_page && !is_readable(text + i)) return 0;
    if (ends(text[i])) return i + 1;
  }
  return 0;
}

bool is_zero(char c) { return c == 0; }
bool is_blank(char c) { return (c >= '\t' && c <= '\r') || c == ' '; }
bool is_sign(char c) { return c == '+' || c == '-'; }
// Nothing that a number may consist of, in any base: "0x1p-3", "nan(abc_1)".
bool is_behind_number(char c) {
  const bool is_letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
  const bool is_digit = c >= '0' && c <= '9';
  return c == 0 || (!is_letter && !is_digit && !is_blank(c) && strchr("+-.,_()", c) == nullptr);
}

// What strtol or strtod reads of it, with the character at which it stops.
uint64_t number_bytes(const char* text, int32_t how) {
  constexpr uint64_t k_most = 4096;  // of a longer one the recording has nothing
  if (bytes_until(text, is_behind_number, k_most) == 0) return 0;
  const int kept = errno;
  char* end = nullptr;
  if (how == k_reads_fraction) strtod(text, &end);
  else strtol(text, &end, how);
  errno = kept;
  if (end != text && end != nullptr) return end - text + 1;
  const char* at = text;  // no number: blanks, a sign and what is none
  while (is_blank(*at)) at++;
  if (is_sign(*at)) at++;
  return at - text + 1;
}

uint64_t read_bytes(const char* text, int32_t how) {
  if (how == k_reads_all) return bytes_until(text, is_zero, ~0ull);
  return how == k_reads_name ? bytes_until(text, is_zero, PATH_MAX) : number_bytes(text, how);
}

}  // namespace

void outcall_reads(void* context, void* address, int32_t how) {
  if (address == nullptr) return;
  CUTAWAY_CHECKER(context).read(address, read_bytes(as_text(address), how));
}

void* known_memcpy(void* context, void* to, void* from, uint64_t size) {
  CUTAWAY_CHECKER(context).read(from, size);
  memcpy(to, from, size);
  mirror_bytes(to, size);
  return to;
}

void* known_mempcpy(void* context, void* to, void* from, uint64_t size) {
  CUTAWAY_CHECKER(context).read(from, size);
  memcpy(to, from, size);
  mirror_bytes(to, size);
  return as_text(to) + size;
}

void* known_memmove(void* context, void* to, void* from, uint64_t size) {
  CUTAWAY_CHECKER(context).read(from, size);
  memmove(to, from, size);
  mirror_bytes(to, size);
  return to;
}

void* known_memset(void*, void* to, int32_t byte, uint64_t size) {
  memset(to, byte, size);
  mirror_bytes(to, size);
  return to;
}

void known_bzero(void*, void* to, uint64_t size) {
  memset(to, 0, size);
  mirror_bytes(to, size);
}

// Comparisons: the program has called libc's, and what it got stays.
void known_memcmp(void* context, void* left, void* right, uint64_t size) {
  if (CUTAWAY_LIKELY(is_compared_same<false>(left, right, size))) return;
  CUTAWAY_CHECKER(context).read_both(left, right, compared_bytes(left, right, size, false));
}

void known_bcmp(void* context, void* left, void* right, uint64_t size) {
  known_memcmp(context, left, right, size);
}

void known_strcmp(void* context, void* left, void* right) {
  known_strncmp(context, left, right, ~0ull);
}

void known_strncmp(void* context, void* left, void* right, uint64_t size) {
  if (CUTAWAY_LIKELY(is_compared_same<true>(left, right, size))) return;
  CUTAWAY_CHECKER(context).read_both(left, right, compared_bytes(left, right, size, true));
}

void known__ZSt11_Hash_bytesPKvmm(void* context, void* from, uint64_t size, uint64_t) {
  CUTAWAY_CHECKER(context).read(from, size);
}

void* known_memchr(void* context, void* from, int32_t byte, uint64_t size) {
  void* found = memchr(from, byte, size);
  CUTAWAY_CHECKER(context).read(from, bytes_until(from, found, size));
  return found;
}

void* known_memrchr(void* context, void* from, int32_t byte, uint64_t size) {
  void* found = memrchr(from, byte, size);
  const uint64_t skipped = found != nullptr ? as_text(found) - as_text(from) : 0;
  CUTAWAY_CHECKER(context).read(as_text(from) + skipped, size - skipped);
  return found;
}

uint64_t known_strlen(void* context, void* text) {
  const uint64_t length = strlen(as_text(text));
  CUTAWAY_CHECKER(context).read(text, length + 1);
  return length;
}

uint64_t known_strnlen(void* context, void* text, uint64_t size) {
  const uint64_t length = strnlen(as_text(text), size);
  CUTAWAY_CHECKER(context).read(text, length < size ? length + 1 : size);
  return length;
}

void* known_strchr(void* context, void* text, int32_t byte) {
  char* found = strchr(as_text(text), byte);
  const char* end = found != nullptr ? found : as_text(text) + strlen(as_text(text));
  CUTAWAY_CHECKER(context).read(text, end - as_text(text) + 1);
  return found;
}

void* known_strchrnul(void* context, void* text, int32_t byte) {
  char* found = strchrnul(as_text(text), byte);
  CUTAWAY_CHECKER(context).read(text, found - as_text(text) + 1);
  return found;
}

void* known_strrchr(void* context, void* text, int32_t byte) {
  CUTAWAY_CHECKER(context).read_string(text);
  return strrchr(as_text(text), byte);
}

void* known_strstr(void* context, void* text, void* wanted) {
  char* found = strstr(as_text(text), as_text(wanted));
  const Checker checker = CUTAWAY_CHECKER(context);
  checker.read_string(wanted);
  if (found == nullptr) {
    checker.read_string(text);
  } else {
    checker.read(text, found - as_text(text) + strlen(as_text(wanted)));
  }
  return found;
}

uint64_t known_strspn(void* context, void* text, void* set) {
  const uint64_t length = strspn(as_text(text), as_text(set));
  const Checker checker = CUTAWAY_CHECKER(context);
  checker.read_string(set);
  checker.read(text, length + 1);
  return length;
}

uint64_t known_strcspn(void* context, void* text, void* set) {
  const uint64_t length = strcspn(as_text(text), as_text(set));
  const Checker checker = CUTAWAY_CHECKER(context);
  checker.read_string(set);
  checker.read(text, length + 1);
  return length;
}

void* known_strpbrk(void* context, void* text, void* set) {
  const uint64_t length = known_strcspn(context, text, set);
  return as_text(text)[length] != 0 ? as_text(text) + length : nullptr;
}

void* known_stpcpy(void* context, void* to, void* from) {
  const uint64_t length = strlen(as_text(from));
  CUTAWAY_CHECKER(context).read(from, length + 1);
  stpcpy(as_text(to), as_text(from));
  mirror_bytes(to, length + 1);
  return as_text(to) + length;
}

void* known_strcpy(void* context, void* to, void* from) {
  known_stpcpy(context, to, from);
  return to;
}

void* known_strncpy(void* context, void* to, void* from, uint64_t size) {
  CUTAWAY_CHECKER(context).read(from, length_within(as_text(from), size));
  strncpy(as_text(to), as_text(from), size);
  mirror_bytes(to, size);
  return to;
}

void* known_strcat(void* context, void* to, void* from) {
  const Checker checker = CUTAWAY_CHECKER(context);
  const uint64_t length = strlen(as_text(to));
  checker.read(to, length + 1);
  known_stpcpy(context, as_text(to) + length, from);
  return to;
}

void* known_strncat(void* context, void* to, void* from, uint64_t size) {
  const Checker checker = CUTAWAY_CHECKER(context);
  const uint64_t length = strlen(as_text(to));
  const uint64_t added = strnlen(as_text(from), size);
  checker.read(to, length + 1);
  checker.read(from, length_within(as_text(from), size));
  strncat(as_text(to), as_text(from), size);
  mirror_bytes(as_text(to) + length, added + 1);
  return to;
}

int32_t mutex_trylock(void*, void* mutex) {
  return pthread_mutex_trylock(static_cast<pthread_mutex_t*>(mutex));
}

}  // namespace cutaway::rt
