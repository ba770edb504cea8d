// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shrink/script.h"

#include <fmt/format.h>

#include "shrink/outcomes.h"

namespace cutaway {
namespace {

constexpr int k_keep = 0, k_drop = 1, k_unresolved = 125;

}  // namespace

Result<bool> does_script_keep(const std::string& script, const TestOutcome& outcome,
                              const Failure& failure) {
  CUTAWAY_ASSIGN(TempDir folder, TempDir::create());
  Json how = {{"outcome", describe_verdict(outcome)}, {"calls", outcome.incalls}};
  if (failure.kind != FailureKind::None) how["failure"] = to_json(failure);
  const std::pair<const char*, std::string> files[] = {{"CUTAWAY_STDOUT", outcome.output[0]},
                                                       {"CUTAWAY_STDERR", outcome.output[1]},
                                                       {"CUTAWAY_OUTCOME", to_line(how) + "\n"}};
  Environment environment;
  for (const auto& [name, text] : files) {
    std::string path = folder.path() + "/" + name;
    CUTAWAY_TRY(write_file(path, text));
    environment.emplace_back(name, path);
  }
  CUTAWAY_ASSIGN(ProcessOutput done, run_and_capture({script}, environment, 0));
  if (done.end.signal == 0 && done.end.exit_status == k_keep) return true;
  if (done.end.signal == 0 &&
      (done.end.exit_status == k_drop || done.end.exit_status == k_unresolved))
    return false;
  std::string how_ended = done.end.signal != 0
                              ? "was killed by " + signal_name(done.end.signal)
                              : fmt::format("exit status {}", done.end.exit_status);
  return user_fault(script, how_ended,
                    "a script says 0 (fails), 1 (does not fail) or 125 (cannot tell)");
}

}  // namespace cutaway
