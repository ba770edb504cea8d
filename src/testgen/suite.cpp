// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "testgen/suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/file.h"
#include "base/text.h"
#include "recording/json.h"

namespace cutaway {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_index = "suite.json";

struct Suite {
  std::string folder;
  Json tests =
      Json::array();  // {"test", "recording", "own_program", "covers", and what CMake needs}
  std::set<std::string> covered;
};

Result<Suite> read_suite(const std::string& folder) {
  Suite suite{folder};
  std::string path = folder + "/" + k_index;
  if (!is_file(path)) return suite;
  CUTAWAY_ASSIGN(std::string text, read_file(path));
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json["tests"].is_array())
    return user_fault(path, "no index of a suite", "remove it, and add the recordings again");
  suite.tests = json["tests"];
  for (const Json& test : suite.tests)
    for (std::string& place : get_texts(test, "covers")) suite.covered.insert(std::move(place));
  return suite;
}

void append_unique(std::vector<std::string>* all, const std::vector<std::string>& more) {
  for (const std::string& text : more)
    if (std::find(all->begin(), all->end(), text) == all->end()) all->push_back(text);
}

std::string snippet(const std::string& name, const std::vector<const Json*>& tests) {
  std::vector<std::string> sources, folders, options, libraries;
  std::string framework;
  for (const Json* test : tests) append_unique(&sources, {get_text(*test, "test")});
  for (const Json* test : tests) {
    append_unique(&sources, get_texts(*test, "sources"));
    append_unique(&folders, get_texts(*test, "include_directories"));
    append_unique(&options, get_texts(*test, "options"));
    append_unique(&libraries, get_texts(*test, "libraries"));
    framework = get_text(*test, "framework");
  }
  std::string text =
      fmt::format("cutaway_add_reproducer({}\n  SOURCES {}", name, join(sources, "\n    "));
  if (!folders.empty()) text += "\n  INCLUDE_DIRECTORIES " + join(folders, " ");
  if (!options.empty()) text += "\n  COMPILE_OPTIONS " + join(options, " ");
  if (!libraries.empty()) text += "\n  LINK_LIBRARIES " + join(libraries, " ");
  if (framework != "gtest") text += "\n  FRAMEWORK " + framework;
  return text + ")\n";
}

Status write_suite(const Suite& suite) {
  std::string text;
  std::vector<const Json*> together;
  for (const Json& test : suite.tests) {
    // Catch2 and doctest have their main in each test.
    if (get_bool(test, "own_program") || get_text(test, "framework") != "gtest")
      text += snippet(fs::path(get_text(test, "test")).stem().string(), {&test});
    else together.push_back(&test);
  }
  if (!together.empty()) text = snippet("regression_suite", together) + text;
  CUTAWAY_TRY(write_file(suite.folder + "/suite.cmake", text));
  return write_file(suite.folder + "/" + k_index, Json{{"tests", suite.tests}}.dump(1) + "\n");
}

const char* name_of(TestFramework framework) {
  return framework == TestFramework::Catch2    ? "catch2"
         : framework == TestFramework::Doctest ? "doctest"
                                               : "gtest";
}

std::vector<std::string> relative_to(const std::string& folder,
                                     const std::vector<std::string>& paths) {
  std::vector<std::string> texts;
  for (const std::string& path : paths) {
    std::string text = fs::path(path).lexically_relative(folder).string();
    texts.push_back(text.empty() ? "." : text);
  }
  return texts;
}

Result<SuiteEntry> add_recording(const std::string& recording, const SuiteOptions& options,
                                 Suite* suite) {
  SuiteEntry entry{recording};
  TestgenOptions how;
  how.recording = recording;
  how.folder = suite->folder;
  how.program = options.program;
  how.framework = options.framework;
  how.mode = TestMode::Regression;
  how.measures_coverage = true;
  how.number = suite->tests.size() + 1;
  how.may_replace = true;
  auto made = generate_test(how);
  if (!made) {
    entry.problem = to_text(made.error());
    return entry;
  }
  std::error_code error;
  fs::remove(made->cmake_path, error);
  entry.covered = made->covered.size();
  std::vector<std::string> covers;
  for (const std::string& place : made->covered)
    if (suite->covered.insert(place).second) covers.push_back(place);
  entry.new_places = covers.size();
  if (covers.empty()) {
    fs::remove(made->path, error);
    return entry;
  }
  entry.test = made->path;
  std::string folder = fs::absolute(suite->folder).lexically_normal().string();
  suite->tests.push_back({{"test", fs::path(made->path).filename().string()},
                          {"recording", recording},
                          {"framework", name_of(options.framework)},
                          {"own_program", made->defines_functions},
                          {"sources", relative_to(folder, made->sources)},
                          {"include_directories", relative_to(folder, made->include_dirs)},
                          {"options", made->compile_options},
                          {"libraries", made->libraries},
                          {"covers", covers}});
  return entry;
}

}  // namespace

Result<std::vector<SuiteEntry>> add_to_suite(const SuiteOptions& options) {
  std::error_code error;
  fs::create_directories(options.folder, error);
  if (error) return user_fault(options.folder, "cannot be created: " + error.message());
  CUTAWAY_ASSIGN(Suite suite, read_suite(options.folder));
  std::vector<SuiteEntry> entries;
  for (const std::string& recording : options.recordings) {
    CUTAWAY_ASSIGN(SuiteEntry entry, add_recording(recording, options, &suite));
    entries.push_back(std::move(entry));
  }
  CUTAWAY_TRY(write_suite(suite));
  return entries;
}

}  // namespace cutaway
