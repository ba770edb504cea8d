// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Takes a compiler command line apart: Cutaway's own options, and what the rest makes clang do.
#pragma once
#include <string>
#include <vector>

namespace cutaway::driver {

// A command line or plan that cannot be used; `what` is printed after "error: ".
struct UsageError {
  std::string what;
  std::string hint;  // may be empty
};

// One input, or one option with a value that is an argument of its own.
struct Word {
  std::vector<std::string> arguments;
  bool is_input = false;

  const std::string& option() const { return arguments.front(); }
  const std::string& value() const { return arguments.back(); }
};

// Splits as clang does; `arguments` have no response files. A "--" is left out.
std::vector<Word> split_words(const std::vector<std::string>& arguments);

struct CommandLine {
  std::vector<std::string> clang_args;  // all that is not ours, in order
  std::vector<std::string> all_args;    // the same with response files expanded
  std::vector<std::string> inside;      // --inside
  std::vector<std::string> plans;       // --plan
  bool wants_version = false;           // --cutaway-version

  // What clang will do with clang_args.
  bool does_link = false;
  bool is_relocatable = false;      // the link makes an object: -r
  bool makes_objects = false;       // compiles, and not to assembler, bitcode or nothing
  bool sets_debug_level = false;    // any of -g, -g0, -ggdb, -gline-tables-only ...
  bool has_debug_info = false;      // the last of them is not -g0
  bool needs_locations = false;     // debug information serves clang itself, or comes with IR
  bool makes_header = false;        // precompiled
  std::string lto_option;           // the -flto in force, or empty
  std::string non_pie_option;       // the -no-pie or -static in force, or empty
  std::string foreign_target;       // the -m32, -mx32 or --target= in force, or empty
  std::string sanitizer_option;     // the -fsanitize= in force that cannot be recorded, or empty
  std::string asan_option;          // the -fsanitize= in force that names address, or empty
  bool asan_recovers = false;       // -fsanitize-recover=address
  bool asan_ends_scopes = true;     // -fsanitize-address-use-after-scope
  std::string asan_layout_option;   // one that makes its checks others than ours, or empty
  std::string output;               // of a link: -o or a.out
  std::vector<std::string> inputs;  // files, "-" included
  std::vector<std::string> library_dirs;  // -L
  std::vector<std::string> libraries;     // -l
};

// Response files are read, but stay in clang_args as @file unless they hold options of ours.
// Throws UsageError if an option of ours lacks its value.
CommandLine parse_command_line(const std::vector<std::string>& arguments);

}  // namespace cutaway::driver
