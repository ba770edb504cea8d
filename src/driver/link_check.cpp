// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/link_check.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "driver/woven_image.h"
#include "inside/nearest_names.h"

namespace cutaway::driver {
namespace {

namespace fs = std::filesystem;

std::string quote_all(const std::vector<std::string>& names, std::string_view separator) {
  std::string text;
  for (const std::string& name : names) {
    if (!text.empty()) text += separator;
    text += "'" + name + "'";
  }
  return text;
}

// Shared libraries on the link line: named as files, or by -l and found in an -L folder.
std::vector<std::string> linked_libraries(const CommandLine& line) {
  std::vector<std::string> paths;
  for (const std::string& input : line.inputs) {
    if (input.find(".so") != std::string::npos) paths.push_back(input);
  }
  for (const std::string& library : line.libraries) {
    for (const std::string& dir : line.library_dirs)
      paths.push_back(dir + "/lib" + library + ".so");
  }
  return paths;
}

}  // namespace

bool is_configure_probe(const std::string& output) {
  static constexpr auto k_prefixes = std::to_array<std::string_view>(
      {"conftest", "cmTC_", "CMakeScratch", "CMakeTmp", "CompilerId", "meson-private"});
  std::error_code error;
  const fs::path path = fs::absolute(output, error);
  return std::ranges::any_of(path, [](const fs::path& part) {
    return std::ranges::any_of(
        k_prefixes, [&](std::string_view prefix) { return part.native().starts_with(prefix); });
  });
}

std::string check_linked_output(const CommandLine& line, const std::vector<std::string>& patterns) {
  auto facts = read_image(line.output);
  if (!facts || facts->is_woven || !facts->is_executable) return "";
  for (const std::string& path : linked_libraries(line)) {
    const auto library = read_image(path);
    if (!library) continue;
    if (library->is_woven) return "";
    facts->functions.insert(facts->functions.end(), library->functions.begin(),
                            library->functions.end());
    facts->source_files.insert(facts->source_files.end(), library->source_files.begin(),
                               library->source_files.end());
  }

  std::string warning =
      line.output + ": nothing in it matches --inside " + quote_all(patterns, ", ");
  const std::vector<std::string> names = names_for_patterns(facts->functions, facts->source_files);
  for (const std::string& pattern : patterns) {
    constexpr size_t k_max_names = 3;
    const std::vector<std::string> nearest = nearest_names(pattern, names, k_max_names);
    if (!nearest.empty())
      warning += "\nhint: for '" + pattern + "' the nearest names are " + quote_all(nearest, ", ");
  }
  return warning;
}

}  // namespace cutaway::driver
