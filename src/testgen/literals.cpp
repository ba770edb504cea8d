// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "testgen/literals.h"

#include <fmt/format.h>

#include <bit>
#include <cctype>
#include <cmath>

namespace cutaway {
namespace {

bool is_letter_or_digit(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

// Empty: the character stands for itself.
std::string escape(char c) {
  switch (c) {
    case '\n':
      return "\\n";
    case '\t':
      return "\\t";
    case '\r':
      return "\\r";
    case '\\':
      return "\\\\";
    default:
      return c >= 0x20 && c < 0x7f ? "" : fmt::format("\\x{:02x}", static_cast<uint8_t>(c));
  }
}

template <typename T>
std::string floating(T value, const char* type, const char* suffix) {
  if (std::isnan(value)) return fmt::format("std::numeric_limits<{}>::quiet_NaN()", type);
  if (std::isinf(value))
    return fmt::format("{}std::numeric_limits<{}>::infinity()", value < 0 ? "-" : "", type);
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text + suffix;
}

// A few bits that are set, or all but a few: as people write masks.
bool is_mask(uint64_t value, uint64_t size) {
  if (value < 0x1000) return false;
  int bits = std::popcount(value);
  return bits <= 3 || bits + 3 >= static_cast<int>(8 * size) ||
         (std::countr_zero(value) >= 8 && bits <= 8);
}

}  // namespace

std::string string_literal(std::string_view text) {
  std::string literal = "\"";
  bool was_hex = false;
  for (char c : text) {
    std::string escaped = c == '"' ? "\\\"" : escape(c);
    if (c == '?' && literal.ends_with('?')) escaped = "\\?";  // no trigraph
    bool is_hex = escaped.starts_with("\\x");
    if (was_hex && escaped.empty() && std::isxdigit(static_cast<unsigned char>(c)) != 0)
      literal += "\" \"";
    literal += escaped.empty() ? std::string(1, c) : escaped;
    was_hex = is_hex;
  }
  return literal + "\"";
}

std::string char_literal(char c) {
  std::string escaped = c == '\'' ? "\\'" : escape(c);
  return "'" + (escaped.empty() ? std::string(1, c) : escaped) + "'";
}

std::string signed_literal(uint64_t value, uint64_t size) {
  int unused = 64 - 8 * static_cast<int>(size);
  auto number = static_cast<int64_t>(value << unused) >> unused;
  if (number == INT64_MIN) return "INT64_MIN";
  if (number == INT64_MAX) return "INT64_MAX";
  if (number == INT32_MIN && size == 4) return "INT32_MIN";
  return std::to_string(number);
}

std::string unsigned_literal(uint64_t value, uint64_t size) {
  if (size < 8) value &= (uint64_t{1} << 8 * size) - 1;
  std::string text = is_mask(value, size) ? fmt::format("{:#x}", value) : fmt::format("{}", value);
  return text + (value > INT32_MAX ? "u" : "");
}

std::string float_literal(float value) { return floating(value, "float", "F"); }
std::string double_literal(double value) { return floating(value, "double", ""); }

bool is_text(std::string_view text) {
  size_t strange = 0;
  for (char c : text) {
    auto code = static_cast<unsigned char>(c);
    if ((code < 0x20 && code != '\n' && code != '\t' && code != '\r') || code == 0x7f) ++strange;
  }
  return strange == 0;
}

std::string camel_case(std::string_view name) {
  std::string text;
  bool is_start = true;
  for (char c : name) {
    if (!is_letter_or_digit(c)) {
      is_start = true;
      continue;
    }
    text += is_start ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    is_start = false;
  }
  return text;
}

std::string snake_case(std::string_view name) {
  std::string text;
  bool was_lower = false;
  for (char c : name) {
    bool is_upper = std::isupper(static_cast<unsigned char>(c)) != 0;
    if (!is_letter_or_digit(c)) {
      if (!text.empty() && text.back() != '_') text += '_';
      was_lower = false;
      continue;
    }
    if (is_upper && was_lower) text += '_';
    text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    was_lower = !is_upper;
  }
  while (!text.empty() && text.back() == '_') text.pop_back();
  return text;
}

}  // namespace cutaway
