// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Only what the driver must know of clang's options is known here: which ones take the next
// argument (else `-o a.out` would count as an input), which ones stop before linking, and the few
// that decide what can be woven.
#include "driver/command_line.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

namespace cutaway::driver {
namespace {

using Arguments = std::vector<std::string>;

constexpr auto k_options_with_value = std::to_array<std::string_view>({"-o",
                                                                       "-x",
                                                                       "-I",
                                                                       "-D",
                                                                       "-U",
                                                                       "-L",
                                                                       "-l",
                                                                       "-F",
                                                                       "-T",
                                                                       "-u",
                                                                       "-z",
                                                                       "-e",
                                                                       "-h",
                                                                       "-A",
                                                                       "-B",
                                                                       "-G",
                                                                       "-b",
                                                                       "-include",
                                                                       "-include-pch",
                                                                       "-imacros",
                                                                       "-isystem",
                                                                       "-iquote",
                                                                       "-idirafter",
                                                                       "-iprefix",
                                                                       "-iwithprefix",
                                                                       "-iwithprefixbefore",
                                                                       "-isysroot",
                                                                       "-iframework",
                                                                       "-ivfsoverlay",
                                                                       "-MF",
                                                                       "-MT",
                                                                       "-MQ",
                                                                       "-MJ",
                                                                       "-Xlinker",
                                                                       "-Xclang",
                                                                       "-Xassembler",
                                                                       "-Xpreprocessor",
                                                                       "-Xanalyzer",
                                                                       "-mllvm",
                                                                       "-mthread-model",
                                                                       "-arch",
                                                                       "-target",
                                                                       "--target",
                                                                       "-framework",
                                                                       "-rpath",
                                                                       "-soname",
                                                                       "--param",
                                                                       "--sysroot",
                                                                       "-dumpbase",
                                                                       "-dumpdir",
                                                                       "-aux-info",
                                                                       "-working-directory",
                                                                       "-gcc-toolchain",
                                                                       "-resource-dir",
                                                                       "-serialize-diagnostics",
                                                                       "--serialize-diagnostics",
                                                                       "-current_version"});

constexpr auto k_options_without_link = std::to_array<std::string_view>({"-c",
                                                                         "-S",
                                                                         "-E",
                                                                         "-M",
                                                                         "-MM",
                                                                         "-fsyntax-only",
                                                                         "-emit-ast",
                                                                         "--precompile",
                                                                         "--analyze",
                                                                         "--version",
                                                                         "--help",
                                                                         "-dumpversion",
                                                                         "-dumpmachine",
                                                                         "--preprocess",
                                                                         "--assemble",
                                                                         "--compile",
                                                                         "-###",
                                                                         "-emit-pch",
                                                                         "-rewrite-objc",
                                                                         "--help-hidden",
                                                                         "-help"});

constexpr auto k_debug_levels = std::to_array<std::string_view>(
    {"-g", "-g0", "-g1", "-g2", "-g3", "-gmlt", "-gfull", "-gused", "-gline-tables-only",
     "-gline-directives-only", "-glldb", "-gsce", "-gdbx", "-gcodeview", "-gdwarf", "-gdwarf-2",
     "-gdwarf-3", "-gdwarf-4", "-gdwarf-5"});

// Clang makes something other than an object of a source file.
constexpr auto k_options_without_object = std::to_array<std::string_view>({"-S",
                                                                           "-E",
                                                                           "-M",
                                                                           "-MM",
                                                                           "-fsyntax-only",
                                                                           "-emit-ast",
                                                                           "--precompile",
                                                                           "--analyze",
                                                                           "-emit-llvm",
                                                                           "--preprocess",
                                                                           "--assemble",
                                                                           "-emit-pch",
                                                                           "-rewrite-objc",
                                                                           "-###",
                                                                           "--version",
                                                                           "--help",
                                                                           "-help",
                                                                           "--help-hidden",
                                                                           "-dumpversion",
                                                                           "-dumpmachine"});

// Clang's own use of debug information, beside that for debuggers. Beginnings of options.
constexpr auto k_options_with_locations = std::to_array<std::string_view>(
    {"--coverage", "-coverage", "-fprofile-arcs", "-ftest-coverage", "-Rpass",
     "-fsave-optimization-record", "-foptimization-record", "-fprofile-sample-use",
     "-fauto-profile", "-fdebug-info-for-profiling", "-fpseudo-probe-for-profiling", "-fopenmp",
     "-fstack-usage"});

// Clang makes a precompiled header of them.
constexpr auto k_header_extensions =
    std::to_array<std::string_view>({".h", ".H", ".hh", ".hp", ".hpp", ".hxx", ".h++", ".HPP"});

// What only the linker reads.
constexpr auto k_linker_inputs =
    std::to_array<std::string_view>({".o", ".obj", ".lo", ".a", ".so", ".s", ".S", ".sx", ".asm"});

// Sanitizers whose runtimes need the addresses that the recorder needs.
constexpr auto k_sanitizers_with_shadow = std::to_array<std::string_view>(
    {"hwaddress", "thread", "memory", "leak", "dataflow", "kernel-address"});
constexpr auto k_address_sanitizer = std::to_array<std::string_view>({"address"});
// Options of AddressSanitizer with which frames, or its shadow, lie elsewhere.
constexpr auto k_asan_layout_options = std::to_array<std::string_view>(
    {"-fsanitize-address-use-after-return=always", "-asan-mapping-", "-asan-force-dynamic-shadow",
     "-asan-use-after-return=always"});

template <size_t n>
bool is_one_of(const std::array<std::string_view, n>& options, std::string_view argument) {
  return std::ranges::find(options, argument) != options.end();
}

bool is_own_option(std::string_view argument) {
  return argument == "--inside" || argument.starts_with("--inside=") || argument == "--plan" ||
         argument.starts_with("--plan=") || argument == "--cutaway-version";
}

// Splits as clang does on Unix: white space separates, quotes and backslashes protect.
Arguments split_response_file(std::string_view text) {
  Arguments arguments;
  std::string token;
  bool in_token = false;  // a token may be empty: ""
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (in_token) arguments.push_back(std::exchange(token, ""));
      in_token = false;
      continue;
    }
    in_token = true;
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) token += text[++i];
    else if (quote == 0 && (c == '"' || c == '\'')) quote = c;
    else if (c == quote) quote = 0;
    else token += c;
  }
  if (in_token) arguments.push_back(token);
  return arguments;
}

// Nothing if `argument` is not @file or the file cannot be read (clang then takes it as a name).
std::optional<Arguments> read_response_file(std::string_view argument) {
  if (!argument.starts_with('@')) return std::nullopt;
  std::ifstream file(std::string(argument.substr(1)), std::ios::binary);
  if (!file) return std::nullopt;
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return split_response_file(text);
}

// Replaces response files by what they hold: all of them, or only those with options of ours.
Arguments expand(const Arguments& arguments, bool only_ours, int depth = 0) {
  constexpr int k_max_depth = 16;  // a file may name itself
  Arguments result;
  for (const std::string& argument : arguments) {
    std::optional<Arguments> content;
    if (depth < k_max_depth) content = read_response_file(argument);
    if (!content) {
      result.push_back(argument);
      continue;
    }
    const Arguments expanded = expand(*content, false, depth + 1);
    if (only_ours && std::ranges::none_of(expanded, is_own_option)) result.push_back(argument);
    else result.insert(result.end(), expanded.begin(), expanded.end());
  }
  return result;
}

// Moves options of ours out of `arguments`.
void take_own_options(Arguments arguments, CommandLine& line) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    std::string& argument = arguments[i];
    if (!is_own_option(argument)) {
      line.clang_args.push_back(std::move(argument));
      continue;
    }
    if (argument == "--cutaway-version") {
      line.wants_version = true;
      continue;
    }
    Arguments& values = argument.starts_with("--inside") ? line.inside : line.plans;
    if (const size_t equals = argument.find('='); equals != std::string::npos) {
      values.push_back(argument.substr(equals + 1));
    } else if (i + 1 < arguments.size()) {
      values.push_back(arguments[++i]);
    } else {
      throw UsageError{argument + ": a value is missing", ""};
    }
    if (values.back().empty()) throw UsageError{argument + ": the value is empty", ""};
  }
}

template <size_t n>
bool names_one_of(std::string_view list, const std::array<std::string_view, n>& names) {
  while (!list.empty()) {
    const std::string_view name = list.substr(0, list.find(','));
    if (is_one_of(names, name)) return true;
    list.remove_prefix(std::min(list.size(), name.size() + 1));
  }
  return false;
}

void note_sanitizers(std::string_view argument, CommandLine& line) {
  constexpr std::string_view k_on = "-fsanitize=";
  constexpr std::string_view k_off = "-fno-sanitize=";
  if (argument.starts_with(k_on)) {
    const std::string_view list = argument.substr(k_on.size());
    if (names_one_of(list, k_sanitizers_with_shadow)) line.sanitizer_option = argument;
    if (names_one_of(list, k_address_sanitizer)) line.asan_option = argument;
  }
  if (argument.starts_with(k_off)) {
    const std::string_view list = argument.substr(k_off.size());
    const bool is_all = list == "all";
    if (is_all || names_one_of(list, k_sanitizers_with_shadow)) line.sanitizer_option.clear();
    if (is_all || names_one_of(list, k_address_sanitizer)) line.asan_option.clear();
  }
}

void note_asan_options(std::string_view argument, CommandLine& line) {
  constexpr std::string_view k_recover = "-fsanitize-recover";
  constexpr std::string_view k_halt = "-fno-sanitize-recover";
  constexpr auto k_names = std::to_array<std::string_view>({"=", "=all", "=address"});
  const auto names_address = [&](std::string_view option) {
    if (!argument.starts_with(option)) return false;
    argument.remove_prefix(option.size());
    return argument.empty() || is_one_of(k_names, argument) ||
           (argument.starts_with("=") && names_one_of(argument.substr(1), k_address_sanitizer));
  };
  if (argument == "-fno-sanitize-address-use-after-scope") line.asan_ends_scopes = false;
  if (argument == "-fsanitize-address-use-after-scope") line.asan_ends_scopes = true;
  for (const std::string_view option : k_asan_layout_options)
    if (argument.starts_with(option)) line.asan_layout_option = argument;
  if (names_address(k_halt)) {
    line.asan_recovers = false;
  } else if (names_address(k_recover)) {
    line.asan_recovers = true;
  }
}

bool needs_locations(std::string_view argument) {
  return std::ranges::any_of(k_options_with_locations,
                             [&](std::string_view option) { return argument.starts_with(option); });
}

bool is_x86_64_linux(std::string_view target) {
  return (target.starts_with("x86_64") || target.starts_with("amd64")) &&
         target.find("linux") != std::string_view::npos &&
         target.find("x32") == std::string_view::npos;
}

void note_target(std::string_view target, CommandLine& line) {
  if (is_x86_64_linux(target)) line.foreign_target.clear();
  else line.foreign_target = "--target=" + std::string(target);
}

// The last of several contrary options wins, as in clang.
void note_option(std::string_view argument, CommandLine& line) {
  if (argument == "-flto" || argument.starts_with("-flto=")) line.lto_option = argument;
  if (argument == "-fno-lto") line.lto_option.clear();
  if (argument == "-no-pie" || argument == "-nopie" || argument == "-static")
    line.non_pie_option = argument;
  if (argument == "-pie" || argument == "-static-pie" || argument == "-shared")
    line.non_pie_option.clear();
  if (argument == "-m32" || argument == "-mx32") line.foreign_target = argument;
  if (argument == "-m64") line.foreign_target.clear();
  if (argument.starts_with("--target=")) note_target(argument.substr(9), line);
  if (is_one_of(k_debug_levels, argument) || argument.starts_with("-ggdb"))
    line.sets_debug_level = true;
  // Most options of this kind switch debug information on, whatever else they say.
  if (argument.starts_with("-g") && !argument.starts_with("-gcc-"))
    line.has_debug_info = argument != "-g0" && argument != "-ggdb0";
  if (needs_locations(argument)) line.needs_locations = true;
  if (argument == "-r" || argument == "-Wl,-r" || argument == "-Wl,--relocatable")
    line.is_relocatable = true;
}

template <size_t n>
bool ends_with_one_of(const std::array<std::string_view, n>& extensions, std::string_view input) {
  return std::ranges::any_of(extensions,
                             [&](std::string_view end) { return input.ends_with(end); });
}

// Shared libraries may have a version behind the .so.
bool is_for_linker(std::string_view input) {
  return ends_with_one_of(k_linker_inputs, input) || input.find(".so.") != std::string_view::npos;
}

void note_input(const std::string& input, std::string_view language, CommandLine& line) {
  line.inputs.push_back(input);
  if (language.empty() ? ends_with_one_of(k_header_extensions, input)
                       : language.ends_with("-header"))
    line.makes_header = true;
  // IR comes with the debug information that it has.
  if (language.empty() ? input.ends_with(".bc") || input.ends_with(".ll") : language == "ir")
    line.needs_locations = true;
}

void note_value(std::string_view option, const std::string& value, CommandLine& line) {
  if (option == "-o") line.output = value;
  if (option == "-L") line.library_dirs.push_back(value);
  if (option == "-l") line.libraries.push_back(value);
  if (option == "-target" || option == "--target") note_target(value, line);
  if (option == "-Xclang" && value.starts_with("-debug-info-kind")) line.has_debug_info = true;
}

bool stops_before_link(std::string_view argument) {
  return is_one_of(k_options_without_link, argument) || argument.starts_with("-print-") ||
         argument.starts_with("--print-");
}

void analyse(const Arguments& arguments, CommandLine& line) {
  line.does_link = true;
  bool can_make_objects = true;
  bool sets_language = false;
  std::string language;  // that the next inputs have by -x
  for (const Word& word : split_words(arguments)) {
    const std::string& option = word.option();
    if (!word.is_input) note_asan_options(word.value(), line);
    if (word.is_input) {
      note_input(option, language, line);
    } else if (option.starts_with("-x")) {
      sets_language = true;
      language = option == "-x" ? word.value() : option.substr(2);
      if (language == "none") language.clear();
    } else if (word.arguments.size() == 2) {
      note_value(option, word.value(), line);
    } else {
      if (is_one_of(k_options_without_object, option)) can_make_objects = false;
      if (stops_before_link(option)) line.does_link = false;
      if (option.starts_with("-o") || option.starts_with("-L") || option.starts_with("-l"))
        note_value(option.substr(0, 2), option.substr(2), line);
      note_option(option, line);
      note_sanitizers(option, line);
    }
  }
  if (line.makes_header || (line.inputs.empty() && line.libraries.empty())) line.does_link = false;
  line.makes_objects = can_make_objects && !line.makes_header && !line.inputs.empty() &&
                       (sets_language || !std::ranges::all_of(line.inputs, is_for_linker));
  if (line.output.empty()) line.output = "a.out";
}

}  // namespace

std::vector<Word> split_words(const Arguments& arguments) {
  std::vector<Word> words;
  bool only_inputs = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (only_inputs || argument == "-" || !argument.starts_with('-')) {
      words.push_back({{argument}, true});
    } else if (argument == "--") {
      only_inputs = true;
    } else if (is_one_of(k_options_with_value, argument) && i + 1 < arguments.size()) {
      words.push_back({{argument, arguments[++i]}, false});
    } else {
      words.push_back({{argument}, false});
    }
  }
  return words;
}

CommandLine parse_command_line(const std::vector<std::string>& arguments) {
  CommandLine line;
  take_own_options(expand(arguments, true), line);
  line.all_args = expand(line.clang_args, false);
  analyse(line.all_args, line);
  return line;
}

}  // namespace cutaway::driver
