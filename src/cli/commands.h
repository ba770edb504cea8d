// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The verbs of the tool, one source file each.
#pragma once
#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace cutaway {

// Runs a verb and returns the exit code of the tool.
using Action = std::function<Result<int>()>;

// Everything behind `--` on the command line.
using Command = std::vector<std::string>;

struct Verb {
  const char* name;
  const char* summary;
  // Adds the verb's options to `app` and returns what to do once they are parsed.
  Action (*declare)(CLI::App& app, const Command& command);
};

Action declare_record(CLI::App& app, const Command& command);
Action declare_weave(CLI::App& app, const Command& command);
Action declare_list(CLI::App& app, const Command& command);
Action declare_replay(CLI::App& app, const Command& command);
Action declare_zoom(CLI::App& app, const Command& command);
Action declare_debug(CLI::App& app, const Command& command);
Action declare_suite(CLI::App& app, const Command& command);
Action declare_testgen(CLI::App& app, const Command& command);
Action declare_show(CLI::App& app, const Command& command);
Action declare_link(CLI::App& app, const Command& command);
Action declare_doctor(CLI::App& app, const Command& command);

inline const std::vector<Verb>& verbs() {
  static const std::vector<Verb> all = {
      {"list", "show what of a program could be inside", declare_list},
      {"record", "run a program and record what crosses the cut", declare_record},
      {"replay", "run the inside of a recording alone and check every outgoing event",
       declare_replay},
      {"zoom", "record a smaller inside while a recording is replayed", declare_zoom},
      {"debug", "find the few calls that a failure needs", declare_debug},
      {"testgen", "write a recording of few calls as a unit test", declare_testgen},
      {"suite", "collect regression tests that each cover something new", declare_suite},
      {"show", "print the crossings of a recording", declare_show},
      {"weave", "make the variant of a program that record would run, and print its path",
       declare_weave},
      {"link", "link a replay test: what it lacks of the outside gets a stand-in", declare_link},
      {"doctor", "say whether this machine, compiler and program can be recorded", declare_doctor},
  };
  return all;
}

// Parses and runs a whole command line; prints errors. Returns the exit code.
int run_tool(int argc, char** argv);

}  // namespace cutaway
