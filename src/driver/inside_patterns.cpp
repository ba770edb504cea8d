// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/inside_patterns.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

namespace cutaway::driver {

std::vector<std::string> split_patterns(std::string_view text) {
  std::vector<std::string> patterns(1);
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("::")) {
      patterns.back() += "::";
      ++i;
    } else if (text[i] == ':' || text[i] == '\n') {
      patterns.emplace_back();
    } else {
      patterns.back() += text[i];
    }
  }
  std::erase(patterns, "");
  return patterns;
}

std::vector<std::string> read_plan(const std::string& path) {
  const std::string hint = R"(a plan is {"inside": ["src/parser.cc", "ns::Class"]})";
  std::ifstream file(path);
  if (!file) throw UsageError{path + ": " + std::strerror(errno), hint};
  const nlohmann::json plan = nlohmann::json::parse(file, nullptr, /*allow_exceptions=*/false);
  if (!plan.is_object()) throw UsageError{path + ": not a JSON object", hint};
  const auto inside = plan.find("inside");
  if (inside == plan.end() || !inside->is_array() ||
      !std::ranges::all_of(*inside, [](const auto& value) { return value.is_string(); })) {
    throw UsageError{path + ": \"inside\" is not a list of strings", hint};
  }
  return inside->get<std::vector<std::string>>();
}

std::vector<std::string> collect_patterns(const CommandLine& line, const char* environment) {
  std::vector<std::string> patterns;
  const auto add = [&](const std::vector<std::string>& more) {
    for (const std::string& pattern : more) {
      if (std::ranges::find(patterns, pattern) == patterns.end()) patterns.push_back(pattern);
    }
  };
  add(line.inside);
  for (const std::string& path : line.plans) add(read_plan(path));
  if (environment != nullptr) add(split_patterns(environment));
  return patterns;
}

}  // namespace cutaway::driver
