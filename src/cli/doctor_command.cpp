// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <memory>

#include "cli/checks.h"
#include "cli/commands.h"
#include "recording/json.h"

namespace cutaway {
namespace {

struct DoctorArguments {
  std::string program;
  bool is_json = false;
};

const char* state_name(CheckState state) {
  return state == CheckState::Good ? "ok" : state == CheckState::Warning ? "warning" : "bad";
}

void print_text(const std::vector<Check>& checks, bool can_record) {
  for (const Check& check : checks) {
    fmt::print("{:<8} {:<22} {}\n", state_name(check.state), check.name, check.finding);
    if (!check.advice.empty()) fmt::print("{:<8} {:<22} hint: {}\n", "", "", check.advice);
  }
  fmt::print("{}\n", can_record ? "can record" : "cannot record: see what is marked bad");
}

void print_json(const std::vector<Check>& checks, bool can_record) {
  Json list = Json::array();
  for (const Check& check : checks) {
    list.push_back({{"name", check.name},
                    {"state", state_name(check.state)},
                    {"finding", check.finding},
                    {"advice", check.advice}});
  }
  fmt::print("{}\n", to_line({{"can_record", can_record}, {"checks", std::move(list)}}));
}

Result<int> run_doctor(const DoctorArguments& arguments) {
  std::vector<Check> checks = check_machine();
  for (Check& check : check_installation()) checks.push_back(std::move(check));
  if (!arguments.program.empty()) {
    for (Check& check : check_program(arguments.program)) checks.push_back(std::move(check));
  }
  bool can_record = true;
  for (const Check& check : checks) can_record &= check.state != CheckState::Bad;
  arguments.is_json ? print_json(checks, can_record) : print_text(checks, can_record);
  return can_record ? 0 : static_cast<int>(ErrorCode::UserFault);
}

}  // namespace

Action declare_doctor(CLI::App& app, const Command&) {
  auto arguments = std::make_shared<DoctorArguments>();
  app.add_option("program", arguments->program, "program to look at");
  app.add_flag("--json", arguments->is_json, "print one JSON object");
  return [arguments] { return run_doctor(*arguments); };
}

}  // namespace cutaway
