// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "weave/plan.h"

#include <nlohmann/json.hpp>

#include "driver/command_line.h"
#include "driver/plan_file.h"

namespace cutaway {
Result<Plan> read_plan(const std::string& path) {
  try {
    driver::PlanFile file = driver::read_plan_file(path);
    Plan plan{std::move(file.inside), file.with_bases, file.is_whole_program};
    if (!file.zoom.empty()) plan.zoom = file.zoom;
    return plan;
  } catch (const driver::UsageError& error) {
    return user_fault("", error.what, error.hint);
  }
}

std::string to_json_text(const Plan& plan) {
  nlohmann::json json = {{"inside", plan.inside}};
  if (plan.with_bases) json["with_bases"] = true;
  if (plan.is_whole_program) json["whole_program"] = true;
  if (plan.zoom != "class") json["zoom"] = plan.zoom;
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::vector<std::string> patterns_of(const Plan& plan) {
  std::vector<std::string> patterns;
  if (plan.is_whole_program) patterns.push_back("*");
  patterns.insert(patterns.end(), plan.inside.begin(), plan.inside.end());
  return patterns;
}

}  // namespace cutaway
