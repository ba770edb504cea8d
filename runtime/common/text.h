// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text without libc: used before libc's constructors have run and in signal handlers.
#pragma once
#include "runtime/common/rt.h"
#include "runtime/common/system.h"

namespace cutaway::rt {

inline uint64_t text_length(const char* text) {
  uint64_t length = 0;
  while (text[length] != 0) length++;
  return length;
}

inline bool has_prefix(const char* text, const char* prefix) {
  for (; *prefix != 0; text++, prefix++) {
    if (*text != *prefix) return false;
  }
  return true;
}

// A line for stderr, built on the stack and written by one write(2).
class Line {
 public:
  Line& text(const char* text) {
    while (*text != 0) put(*text++);
    return *this;
  }
  Line& number(uint64_t value) {
    char digits[20];
    int count = 0;
    do digits[count++] = static_cast<char>('0' + value % 10);
    while ((value /= 10) != 0);
    while (count != 0) put(digits[--count]);
    return *this;
  }
  Line& hex(uint64_t value) {
    text("0x");
    int shift = 60;
    while (shift != 0 && (value >> shift) == 0) shift -= 4;
    for (; shift >= 0; shift -= 4) put("0123456789abcdef"[value >> shift & 15]);
    return *this;
  }
  void write_to(int fd) {
    buffer_[size_++] = '\n';
    sys_write(fd, buffer_, size_);
  }
  const char* c_str() {
    buffer_[size_] = 0;
    return buffer_;
  }

 private:
  void put(char c) {
    if (size_ + 1 < sizeof(buffer_)) buffer_[size_++] = c;
  }
  char buffer_[512];
  uint64_t size_ = 0;
};

}  // namespace cutaway::rt
