// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <set>

namespace cutaway {
std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  return fmt::format("{}", fmt::join(parts, separator));
}

std::string format_bytes(uint64_t bytes) {
  if (bytes < 1024) return count_of(bytes, "byte");
  const char* units[] = {"KiB", "MiB", "GiB", "TiB"};
  double value = static_cast<double>(bytes) / 1024;
  size_t unit = 0;
  while (value >= 1024 && unit + 1 < std::size(units)) {
    value /= 1024;
    ++unit;
  }
  return fmt::format("{:.1f} {}", value, units[unit]);
}

std::string format_count(uint64_t count) {
  std::string digits = std::to_string(count);
  for (size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string count_of(uint64_t count, std::string_view thing) {
  return fmt::format("{} {}{}", format_count(count), thing, count == 1 ? "" : "s");
}

Result<uint64_t> parse_size(const std::string& text) {
  uint64_t value = 0;
  auto [rest, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  std::string_view unit(rest, static_cast<size_t>(text.data() + text.size() - rest));
  int shift = unit.empty()  ? 0
              : unit == "K" ? 10
              : unit == "M" ? 20
              : unit == "G" ? 30
              : unit == "T" ? 40
                            : -1;
  if (problem != std::errc() || shift < 0 || value > (UINT64_MAX >> shift)) {
    return Error{ErrorCode::Usage, text,
                 "not a size: expected a number with K, M or G, such as 64M", ""};
  }
  return value << shift;
}

std::string to_hex(std::span<const uint8_t> bytes) {
  std::string text;
  for (uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

std::string shell_quote(const std::vector<std::string>& words) {
  std::vector<std::string> quoted;
  for (const std::string& word : words) {
    bool is_plain = !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) {
      return std::isalnum(c) != 0 ||
             std::string_view("_-./=:,+@%").find(static_cast<char>(c)) != std::string_view::npos;
    });
    if (is_plain) {
      quoted.push_back(word);
      continue;
    }
    std::string text = "'";
    for (char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    quoted.push_back(text + "'");
  }
  return join(quoted, " ");
}

std::string quote_preview(std::string_view text, size_t max_bytes) {
  std::string result = "\"";
  for (unsigned char c : text.substr(0, max_bytes)) {
    switch (c) {
      case '\n':
        result += "\\n";
        break;
      case '\t':
        result += "\\t";
        break;
      case '\r':
        result += "\\r";
        break;
      case '"':
        result += "\\\"";
        break;
      case '\\':
        result += "\\\\";
        break;
      default:
        result += std::isprint(c) != 0 ? std::string(1, static_cast<char>(c))
                                       : fmt::format("\\x{:02x}", c);
    }
  }
  return result + (text.size() > max_bytes ? "\"..." : "\"");
}

}  // namespace cutaway
