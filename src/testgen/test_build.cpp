// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "testgen/test_build.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/text.h"
#include "testgen/scene.h"

namespace cutaway {
namespace {

namespace fs = std::filesystem;

void add_unique(std::vector<std::string>* list, const std::string& text) {
  if (std::ranges::find(*list, text) == list->end()) list->push_back(text);
}

// Which a folder of includes may hide.
constexpr auto k_c_library = std::to_array<const char*>(
    {"assert.h",   "complex.h", "ctype.h",   "errno.h",     "fenv.h",       "float.h",
     "inttypes.h", "limits.h",  "locale.h",  "math.h",      "setjmp.h",     "signal.h",
     "stdalign.h", "stdarg.h",  "stdbool.h", "stddef.h",    "stdint.h",     "stdio.h",
     "stdlib.h",   "string.h",  "tgmath.h",  "stdatomic.h", "threads.h",    "time.h",
     "uchar.h",    "wchar.h",   "wctype.h",  "unistd.h",    "stdnoreturn.h"});

const std::string k_include = "-I", k_last_include = "-idirafter";

bool comes_last(const TestCompilation& compilation, const std::string& folder) {
  return compilation.is_c && std::ranges::any_of(k_c_library, [&](const char* name) {
           return fs::exists(fs::path(folder) / name);
         });
}

bool is_c_source(const std::string& path) { return fs::path(path).extension() == ".c"; }

}  // namespace

// Where each header is found: below a folder of the compiler's command, or by its own.
TestBuild::TestBuild(BuiltTest test, const std::vector<std::string>& headers,
                     const TestCompilation& compilation)
    : test_(std::move(test)), compilation_(compilation) {
  for (const std::string& header : headers) {
    std::string best;
    for (const std::string& folder : compilation.include_dirs) {
      std::string below = fs::path(header).lexically_relative(folder).string();
      bool is_better = !below.starts_with("..") && (best.empty() || below.size() < best.size());
      if (is_better) best = below;
    }
    if (best.empty()) {
      best = fs::path(header).filename().string();
      add_unique(&folders_, fs::path(header).parent_path().string());
    }
    add_unique(&headers_, best);
  }
  std::ranges::sort(headers_);
  for (const std::string& folder : compilation.include_dirs) add_unique(&folders_, folder);
}

std::string TestBuild::relative(const std::string& path) const {
  std::string text = fs::path(path).lexically_relative(test_.folder).string();
  return text.empty() ? "." : text;
}

std::vector<std::string> TestBuild::include_options(bool is_of_test) const {
  std::vector<std::string> options;
  for (const std::string& folder : folders_) {
    bool is_last = is_of_test && comes_last(compilation_, folder);
    options.push_back((is_last ? k_last_include : k_include) + relative(folder));
  }
  return options;
}

// Of the program, then of the framework.
std::vector<std::string> TestBuild::libraries() const {
  std::vector<std::string> words = compilation_.libraries;
  if (test_.framework == TestFramework::GoogleTest)
    words.insert(words.end(), {"-lgtest_main", "-lgtest", "-pthread"});
  return words;
}

// Of the program, as seen from the folder of the test.
std::vector<std::string> TestBuild::sources() const {
  std::vector<std::string> paths;
  for (const std::string& source : compilation_.sources) paths.push_back(relative(source));
  if (!main_name().empty()) paths.push_back(main_name());
  return paths;
}

std::string TestBuild::main_name() const {
  if (compilation_.source_of_main.empty()) return {};
  return test_.name + "_main" + fs::path(compilation_.source_of_main).extension().string();
}

std::string TestBuild::main_text() const {
  return rename_main(relative(compilation_.source_of_main));
}

// As docs/replay-test.md says.
std::string TestBuild::replay_command() const {
  std::vector<std::string> options = compilation_.options;
  for (const std::string& option : include_options(false)) options.push_back(option);
  std::string words = options.empty() ? "" : shell_quote(options) + " ";
  std::string plan = test_.name + ".plan.json";
  std::string lines = fmt::format("cutaway show --plan {}.cut > {} &&\n", test_.name, plan);
  std::vector<std::string> link = {"g++", "-pie", "-o", test_.name, test_.name + ".o"};
  // Its runtime must be that of the woven code.
  if (has_asan(compilation_)) link[0] = "clang++-19 -fsanitize=address";
  for (const std::string& source : sources()) {
    std::string object = fs::path(source).stem().string() + ".woven.o";
    lines += fmt::format("//   {} --plan {} -g -fPIE {}-c {} -o {} &&\n",
                         is_c_source(source) ? "cutaway-cc" : "cutaway-c++", plan, words,
                         shell_quote({source}), object);
    link.push_back(object);
  }
  for (const std::string& library : libraries()) link.push_back(library);
  return lines + fmt::format(
                     "//   g++ -g -fPIE -I\"$(dirname \"$(command -v cutaway)\")/../include\" -c "
                     "{0}.cc &&\n//   cutaway link --recording {0}.cut -- {1}",
                     test_.name, join(link, " "));
}

std::string TestBuild::plain_command() const {
  std::vector<std::string> words = {"g++", "-g"};
  auto is_standard = [](const std::string& option) { return option.starts_with("-std="); };
  if (std::ranges::none_of(compilation_.options, is_standard)) words.emplace_back("-std=c++17");
  std::vector<std::string> compile = {"gcc", "-g", "-c"};
  for (const std::string& option : compilation_.options) {
    words.push_back(option);
    if (!is_standard(option)) compile.push_back(option);
  }
  for (const std::string& option : include_options(true)) words.push_back(option);
  for (const std::string& option : include_options(false)) compile.push_back(option);
  words.push_back(test_.name + ".cc");
  std::vector<std::string> objects;
  for (const std::string& source : sources()) {
    if (!is_c_source(source)) {
      words.push_back(source);
      continue;
    }
    compile.push_back(source);
    objects.push_back(fs::path(source).stem().string() + ".o");
  }
  words.insert(words.end(), objects.begin(), objects.end());
  for (const std::string& library : libraries()) words.push_back(library);
  words.insert(words.end(), {"-o", test_.name});
  return (objects.empty() ? "" : shell_quote(compile) + " &&\n//   ") + shell_quote(words);
}

std::string TestBuild::cmake() const {
  std::string text = fmt::format("cutaway_add_reproducer({0}\n  SOURCES {0}.cc", test_.name);
  for (const std::string& source : sources()) text += " " + source;
  auto add = [&](const char* key, const std::vector<std::string>& values) {
    if (!values.empty()) text += fmt::format("\n  {} {}", key, join(values, " "));
  };
  if (test_.is_replay) add("RECORDING", {test_.name + ".cut"});
  std::vector<std::string> folders, last_folders;
  for (const std::string& folder : folders_)
    (comes_last(compilation_, folder) ? last_folders : folders).push_back(relative(folder));
  add("INCLUDE_DIRECTORIES", folders);
  add("INCLUDE_DIRECTORIES_AFTER", last_folders);
  add("COMPILE_OPTIONS", compilation_.options);
  add("LINK_LIBRARIES", compilation_.libraries);
  if (test_.framework == TestFramework::Catch2) add("FRAMEWORK", {"catch2"});
  if (test_.framework == TestFramework::Doctest) add("FRAMEWORK", {"doctest"});
  return text + ")\n";
}

std::string include_option_of_test(const TestCompilation& compilation, const std::string& folder) {
  return (comes_last(compilation, folder) ? k_last_include : k_include) + folder;
}

std::string rename_main(const std::string& path) {
  return fmt::format(
      "// The file of the program's main: a test has a main of its own.\n"
      "#pragma GCC diagnostic ignored \"-Wreturn-type\"\n#define main {}\n#include \"{}\"\n",
      k_name_of_main, path);
}

}  // namespace cutaway
