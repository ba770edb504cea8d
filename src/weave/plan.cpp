// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "weave/plan.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/file.h"

namespace cutaway {
namespace {

using Json = nlohmann::json;

constexpr const char* k_hint = R"(a plan is {"inside": ["src/parser.cc", "ns::Class"]})";

Error bad_plan(const std::string& path, const std::string& what) {
  return user_fault(path, what, k_hint);
}

}  // namespace

Result<Plan> parse_plan(const std::string& text, const std::string& path) {
  Json json = Json::parse(text, nullptr, false, /*ignore_comments=*/true);
  if (!json.is_object()) return bad_plan(path, "not a plan: no JSON object");
  Plan plan;
  for (const auto& [key, value] : json.items()) {
    if (key == "inside") {
      bool is_list = value.is_array();
      for (const Json& pattern : value) is_list = is_list && pattern.is_string();
      if (!is_list) return bad_plan(path, "\"inside\" is not a list of strings");
      plan.inside = value.get<std::vector<std::string>>();
    } else if (key == "with_bases" || key == "whole_program") {
      if (!value.is_boolean())
        return bad_plan(path, fmt::format("\"{}\" is not true or false", key));
      (key == "with_bases" ? plan.with_bases : plan.is_whole_program) = value.get<bool>();
    } else {
      return bad_plan(path, fmt::format("unknown key \"{}\" in the plan: expected inside, "
                                        "with_bases or whole_program",
                                        key));
    }
  }
  return plan;
}

Result<Plan> read_plan(const std::string& path) {
  CUTAWAY_ASSIGN(std::string text, read_file(path));
  return parse_plan(text, path);
}

std::string to_json_text(const Plan& plan) {
  Json json = {{"inside", plan.inside}};
  if (plan.with_bases) json["with_bases"] = true;
  if (plan.is_whole_program) json["whole_program"] = true;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<std::string> patterns_of(const Plan& plan) {
  std::vector<std::string> patterns;
  if (plan.is_whole_program) patterns.push_back("*");
  patterns.insert(patterns.end(), plan.inside.begin(), plan.inside.end());
  return patterns;
}

}  // namespace cutaway
