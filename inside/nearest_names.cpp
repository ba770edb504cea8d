// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "inside/nearest_names.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "inside/patterns.h"

namespace cutaway {
namespace {

// Not what the library or the compiler has added.
bool is_named_by_people(std::string_view name) {
  const bool is_plain = std::ranges::all_of(
      name, [](unsigned char c) { return std::isalnum(c) || c == '_' || c == ':' || c == '~'; });
  return is_plain && !name.starts_with("_") && !name.starts_with("std::") &&
         !name.starts_with("__gnu_cxx::");
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return std::tolower(c); });
  return result;
}

// After the last "::" or '/'; a trailing "::" or "/**" of a pattern does not count.
std::string_view last_component(std::string_view name) {
  while (!name.empty() && std::string_view(":/*").find(name.back()) != std::string_view::npos)
    name.remove_suffix(1);
  const size_t separator = name.find_last_of(":/");
  return separator == std::string_view::npos ? name : name.substr(separator + 1);
}

size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({replaced, row[j] + 1, row[j - 1] + 1}));
    }
  }
  return row[b.size()];
}

// A length difference alone may rule a name out, which saves the table for most symbols.
size_t distance_within(std::string_view a, std::string_view b, size_t bound) {
  const size_t difference = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  return difference > bound ? bound + 1 : edit_distance(a, b);
}

}  // namespace

std::vector<std::string> names_for_patterns(const std::vector<std::string>& linkage_names,
                                            const std::vector<std::string>& source_files) {
  std::set<std::string> names;
  for (const std::string& file : source_files) {
    const bool is_crt = file.starts_with("crt") || file.starts_with("Scrt");
    if (!file.empty() && !is_crt) names.insert(file);
  }
  for (const std::string& linkage_name : linkage_names) {
    const std::vector<std::string> scopes = pattern_scopes(qualified_name_of(linkage_name));
    if (is_named_by_people(scopes.back())) names.insert(scopes.begin(), scopes.end());
  }
  return {names.begin(), names.end()};
}

std::vector<std::string> nearest_names(std::string_view pattern,
                                       const std::vector<std::string>& names, size_t limit) {
  const std::string whole = lower(pattern);
  const std::string last = lower(last_component(pattern));
  const size_t bound = std::max<size_t>(2, last.size() / 3);
  std::vector<std::pair<size_t, const std::string*>> found;
  for (const std::string& name : names) {
    const std::string candidate = lower(name);
    const size_t distance = std::min(distance_within(whole, candidate, bound),
                                     distance_within(last, last_component(candidate), bound));
    if (distance <= bound && distance < last.size()) found.emplace_back(distance, &name);
  }
  std::ranges::sort(found, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : *a.second < *b.second;
  });
  std::vector<std::string> result;
  for (const auto& [distance, name] : found) {
    if (result.size() < limit) result.push_back(*name);
  }
  return result;
}

}  // namespace cutaway
