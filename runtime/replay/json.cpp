// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/replay/json.h"

namespace cutaway::rt {

void Json::put(char c) {
  if (size_ + k_reserve < sizeof(buffer_)) {
    buffer_[size_++] = c;
  } else {
    overflowed_ = true;
  }
}

// Bytes that are not ASCII become \u00xx: a text of the recording need not be UTF-8.
void Json::put_escaped(const char* text) {
  put('"');
  for (const uint64_t start = size_; *text != 0 && size_ - start < k_max_text; text++) {
    const auto c = static_cast<unsigned char>(*text);
    if (c == '"' || c == '\\') {
      put('\\');
      put(static_cast<char>(c));
    } else if (c >= 0x20 && c < 0x7f) {
      put(static_cast<char>(c));
    } else {
      for (const char* p = "\\u00"; *p != 0; p++) put(*p);
      put("0123456789abcdef"[c >> 4]);
      put("0123456789abcdef"[c & 15]);
    }
  }
  put('"');
}

void Json::start_member(const char* key) {
  if (size_ != 0 && buffer_[size_ - 1] != '{' && buffer_[size_ - 1] != '[') put(',');
  if (key != nullptr) {
    put_escaped(key);
    put(':');
  }
}

void Json::finish_member(uint64_t start) {
  if (overflowed_) size_ = start;
  overflowed_ = false;
}

Json& Json::open(const char* key, char opener, char closer) {
  start_member(key);
  put(opener);
  overflowed_ = false;
  if (depth_ < k_max_depth) closers_[depth_++] = closer;
  return *this;
}

Json& Json::end() {
  if (depth_ != 0) buffer_[size_++] = closers_[--depth_];
  return *this;
}

Json& Json::text(const char* key, const char* value) {
  const uint64_t start = size_;
  start_member(key);
  put_escaped(value);
  finish_member(start);
  return *this;
}

Json& Json::number(const char* key, uint64_t value) {
  const uint64_t start = size_;
  char digits[20];
  int count = 0;
  do digits[count++] = static_cast<char>('0' + value % 10);
  while ((value /= 10) != 0);
  start_member(key);
  while (count != 0) put(digits[--count]);
  finish_member(start);
  return *this;
}

Json& Json::boolean(const char* key, bool value) {
  const uint64_t start = size_;
  start_member(key);
  for (const char* p = value ? "true" : "false"; *p != 0; p++) put(*p);
  finish_member(start);
  return *this;
}

Json& Json::hex(const char* key, uint64_t value) {
  char digits[19] = "0x";
  int at = 2;
  int shift = 60;
  while (shift != 0 && value >> shift == 0) shift -= 4;
  for (; shift >= 0; shift -= 4) digits[at++] = "0123456789abcdef"[value >> shift & 15];
  digits[at] = 0;
  return text(key, digits);
}

}  // namespace cutaway::rt
