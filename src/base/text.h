// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small text helpers.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace cutaway {

std::vector<std::string> split(std::string_view text, char separator);
std::string join(const std::vector<std::string>& parts, std::string_view separator);
// "12.3 MiB", "417 bytes".
std::string format_bytes(uint64_t bytes);
// "1,040,560".
std::string format_count(uint64_t count);
// "1 incall", "1,040,560 incalls".
std::string count_of(uint64_t count, std::string_view thing);
// "10", "64K", "2M", "1G" in bytes.
Result<uint64_t> parse_size(const std::string& text);
std::string to_hex(std::span<const uint8_t> bytes);
// As a person would type it in a shell.
std::string shell_quote(const std::vector<std::string>& words);
// A C literal of the text, cut after `max_bytes`.
std::string quote_preview(std::string_view text, size_t max_bytes);

}  // namespace cutaway
