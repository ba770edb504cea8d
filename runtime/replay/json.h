// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes one JSON object into a fixed buffer: usable in signal handlers, no heap, no libc.
// Members that do not fit are dropped one by one, so what is written stays valid JSON.
#pragma once
#include "runtime/common/rt.h"

namespace cutaway::rt {

class Json {
 public:
  Json& begin_object(const char* key = nullptr) { return open(key, '{', '}'); }
  Json& begin_array(const char* key = nullptr) { return open(key, '[', ']'); }
  Json& end();
  Json& text(const char* key, const char* value);
  Json& number(const char* key, uint64_t value);
  Json& boolean(const char* key, bool value);
  Json& hex(const char* key, uint64_t value);  // as text: "0x1f"

  const char* data() const { return buffer_; }
  uint64_t size() const { return size_; }

 private:
  static constexpr uint64_t k_reserve = 64;     // for closing brackets
  static constexpr uint64_t k_max_text = 3000;  // longer texts are cut
  static constexpr uint32_t k_max_depth = 16;

  Json& open(const char* key, char opener, char closer);
  void start_member(const char* key);
  void finish_member(uint64_t start);
  void put(char c);
  void put_escaped(const char* text);

  char buffer_[64 << 10];
  uint64_t size_ = 0;
  bool overflowed_ = false;
  char closers_[k_max_depth];
  uint32_t depth_ = 0;
};

}  // namespace cutaway::rt
