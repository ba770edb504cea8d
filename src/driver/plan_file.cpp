// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/plan_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "driver/command_line.h"

namespace cutaway::driver {
namespace {

using Json = nlohmann::json;

UsageError bad_plan(const std::string& path, const std::string& what) {
  return {path + ": " + what, R"(a plan is {"inside": ["src/parser.cc", "ns::Class"]})"};
}

bool is_list_of_texts(const Json& value) {
  return value.is_array() &&
         std::ranges::all_of(value, [](const Json& item) { return item.is_string(); });
}

}  // namespace

bool is_granularity(const std::string& text) {
  return text == "class" || text == "function" || text == "none";
}

PlanFile read_plan_file(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw bad_plan(path, std::strerror(errno));
  const Json json =
      Json::parse(file, nullptr, /*allow_exceptions=*/false, /*ignore_comments=*/true);
  if (!json.is_object()) throw bad_plan(path, "not a plan: no JSON object");
  PlanFile plan;
  for (const auto& [key, value] : json.items()) {
    if (key == "inside") {
      if (!is_list_of_texts(value)) throw bad_plan(path, "\"inside\" is not a list of strings");
      plan.inside = value.get<std::vector<std::string>>();
    } else if (key == "with_bases" || key == "whole_program") {
      if (!value.is_boolean()) throw bad_plan(path, "\"" + key + "\" is not true or false");
      (key == "with_bases" ? plan.with_bases : plan.is_whole_program) = value.get<bool>();
    } else if (key == "zoom") {
      if (!value.is_string() || !is_granularity(value.get<std::string>()))
        throw bad_plan(path, "\"zoom\" is not \"class\", \"function\" or \"none\"");
      plan.zoom = value.get<std::string>();
    } else {
      throw bad_plan(
          path, "unknown key \"" + key + "\": expected inside, with_bases, whole_program or zoom");
    }
  }
  return plan;
}

}  // namespace cutaway::driver
