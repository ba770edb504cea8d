// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "testgen/parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "driver/command_line.h"
#include "recording/describe.h"

namespace cutaway {
namespace {

namespace fs = std::filesystem;

using Units = std::set<uint32_t>;

// Functions of the program that the outside ran, and that a stub could stand for.
std::set<std::string> answered_functions(const Script& script, const DebugTypes& types) {
  std::set<std::string> names;
  for (const ScriptCall& call : script.calls)
    for_each_outcall(call, [&](const ScriptOutcall& outcall) {
      if (types.unit_of(outcall.callee)) names.insert(outcall.callee);
    });
  return names;
}

// Of the functions that are called; those of headers need none.
Result<Units> units_of_calls(const Script& script, const DebugTypes& types, TestParts* parts) {
  Units units;
  for (const ScriptCall& call : script.calls) {
    auto unit = types.unit_of(call.function.name);
    if (!unit) return user_fault("", "no bitcode of " + short_name(call.function.name));
    parts->callers.insert(*unit);
    if (!types.is_inline(call.function.name)) units.insert(*unit);
  }
  return units;
}

Result<Units> close_units(const Units& start, const std::set<std::string>& stubbed,
                          DebugTypes* types) {
  Units units = start;
  std::vector<uint32_t> open(start.begin(), start.end());
  while (!open.empty()) {
    uint32_t unit = open.back();
    open.pop_back();
    CUTAWAY_ASSIGN(const UnitSymbols* symbols, types->symbols_of(unit));
    for (const std::string& name : symbols->needed) {
      if (stubbed.contains(name) || symbols->defined.contains(name)) continue;
      CUTAWAY_ASSIGN(std::optional<uint32_t> definer, types->definer_of(name));
      if (definer && units.insert(*definer).second) open.push_back(*definer);
    }
  }
  return units;
}

void add_calls(const std::list<ScriptCall>& calls, std::vector<const ScriptCall*>* all) {
  for (const ScriptCall& call : calls) {
    all->push_back(&call);
    for (const ScriptOutcall& outcall : call.outcalls) add_calls(outcall.calls, all);
  }
}

// Also those within outcalls.
std::vector<const ScriptCall*> all_calls(const std::list<ScriptCall>& calls) {
  std::vector<const ScriptCall*> all;
  add_calls(calls, &all);
  return all;
}

std::set<std::string> functions_in(const Units& units, const ProgramIndex& program) {
  std::set<std::string> names;
  for (uint32_t unit : units)
    for (const UnitFunction& function : program.units()[unit].functions)
      if (!function.is_copy) names.insert(function.name);
  return names;
}

void add_unique(std::vector<std::string>* list, const std::string& text) {
  if (std::find(list->begin(), list->end(), text) == list->end()) list->push_back(text);
}

std::string absolute(const std::string& path, const std::string& directory) {
  return (fs::path(directory) / path).lexically_normal().string();
}

bool is_option_of_test(const std::string& word) {
  return word.starts_with("-std=") || word.starts_with("-D") || word.starts_with("-U") ||
         word == "-pthread" || word == "-fno-exceptions" || word == "-fno-rtti" ||
         word.starts_with("-fsanitize=") || word.starts_with("-fno-sanitize") ||
         word.starts_with("-m") || word == "-fshort-enums" || word == "-funsigned-char";
}

void take_words(const Unit& unit, bool is_c, bool is_replay, TestCompilation* all) {
  for (const driver::Word& word : driver::split_words(unit.arguments)) {
    if (word.is_input) continue;
    std::string option = word.option();
    bool has_value = word.arguments.size() > 1;
    for (const char* flag : {"-I", "-isystem", "-iquote"}) {
      std::string name = flag;
      if (!option.starts_with(name)) continue;
      std::string path = has_value ? word.value() : option.substr(name.size());
      add_unique(&all->include_dirs, absolute(path, unit.directory));
    }
    if (has_value && (option == "-D" || option == "-U")) option += word.value();
    bool is_other_language = is_c && option.starts_with("-std=");
    // What GoogleTest needs, at least.
    static const std::set<std::string> old = {"c++98",   "c++03",   "c++0x",   "c++11",
                                              "gnu++98", "gnu++03", "gnu++0x", "gnu++11"};
    if (option.starts_with("-std=") && old.contains(option.substr(5))) option = "-std=c++14";
    // A recording of optimised code has no calls of what was inlined there.
    bool is_level = is_replay && option.starts_with("-O");
    if ((is_option_of_test(option) || is_level) && !is_other_language)
      add_unique(&all->options, option);
  }
}

}  // namespace

Result<TestParts> find_parts(const Script& script, DebugTypes* types, OutsideAnswers answers) {
  TestParts parts;
  CUTAWAY_ASSIGN(Units start, units_of_calls(script, *types, &parts));
  std::set<std::string> stubbed;
  if (answers == OutsideAnswers::Stubs) stubbed = answered_functions(script, *types);
  Units units;
  while (true) {
    CUTAWAY_ASSIGN(units, close_units(start, stubbed, types));
    parts.linked = functions_in(units, types->program());
    size_t before = stubbed.size();
    std::erase_if(stubbed, [&](const std::string& name) { return parts.linked.contains(name); });
    if (stubbed.size() == before) break;
  }
  for (uint32_t unit : units) {
    CUTAWAY_ASSIGN(const UnitSymbols* symbols, types->symbols_of(unit));
    parts.may_throw = parts.may_throw || symbols->needed.contains("__cxa_throw");
    if (symbols->defined.contains("main")) parts.unit_of_main = unit;
    else parts.units.push_back(unit);
  }
  return parts;
}

Result<TestParts> find_replay_parts(const Script& script, DebugTypes* types) {
  TestParts parts;
  parts.is_replay = true;
  CUTAWAY_ASSIGN(Units start, units_of_calls(script, *types, &parts));
  CUTAWAY_ASSIGN(Units units, close_units(start, answered_functions(script, *types), types));
  std::vector<const ScriptCall*> calls = all_calls(script.calls);
  auto holds = [&](uint32_t unit, const std::string& name) {
    const auto& functions = types->program().units()[unit].functions;
    return std::ranges::find(functions, name, &UnitFunction::name) != functions.end();
  };
  for (const ScriptCall* call : calls) {
    const std::string& name = call->function.name;
    if (std::ranges::any_of(units, [&](uint32_t unit) { return holds(unit, name); })) continue;
    if (auto unit = types->unit_of(name)) units.insert(*unit);
  }
  for (uint32_t unit : units) {
    CUTAWAY_ASSIGN(const UnitSymbols* symbols, types->symbols_of(unit));
    if (!symbols->defined.contains("main")) parts.units.push_back(unit);
    else if (std::ranges::any_of(
                 calls, [&](const ScriptCall* call) { return holds(unit, call->function.name); }))
      parts.unit_of_main = unit;
  }
  if (std::ranges::any_of(calls,
                          [](const ScriptCall* call) { return call->function.name == "main"; }))
    return user_fault("", "main is called, and a test has a main of its own");
  return parts;
}

TestCompilation compilation_of(const TestParts& parts, const DebugTypes& types,
                               const std::vector<std::string>& link_arguments) {
  TestCompilation all;
  all.is_c = true;
  Units units = parts.callers;
  units.insert(parts.units.begin(), parts.units.end());
  for (uint32_t number : units) {
    const Unit& unit = types.program().units()[number];
    bool is_c = fs::path(unit.source).extension() == ".c";
    all.is_c = all.is_c && is_c;
    take_words(unit, is_c, parts.is_replay, &all);
  }
  for (uint32_t number : parts.units) {
    const Unit& unit = types.program().units()[number];
    all.sources.push_back(absolute(unit.source, unit.directory));
  }
  if (parts.unit_of_main) {
    const Unit& unit = types.program().units()[*parts.unit_of_main];
    all.source_of_main = absolute(unit.source, unit.directory);
  }
  std::sort(all.sources.begin(), all.sources.end());
  all.sources.erase(std::unique(all.sources.begin(), all.sources.end()), all.sources.end());
  for (const std::string& word : link_arguments)
    if (word.starts_with("-l") || word == "-pthread") add_unique(&all.libraries, word);
  return all;
}

bool has_asan(const TestCompilation& compilation) {
  return std::ranges::any_of(compilation.options, [](const std::string& option) {
    return option.starts_with("-fsanitize=") && option.find("address") != std::string::npos;
  });
}

}  // namespace cutaway
