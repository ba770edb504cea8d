// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "testgen/headers.h"

#include <filesystem>
#include <regex>
#include <set>

#include "base/file.h"
#include "base/text.h"

namespace cutaway {
namespace {

namespace fs = std::filesystem;

// "name" of a line `#include "name"` or `#include <name>`; empty: it is none.
std::string included_name(const std::string& line) {
  static const std::regex pattern(R"re(^\s*#\s*include\s*["<]([^">]+)[">])re");
  std::smatch match;
  return std::regex_search(line, match, pattern) ? match[1].str() : std::string();
}

// Where a header named in `file` is: beside it, or in a folder above or beside those.
std::string find_file(const std::string& name, const fs::path& file) {
  fs::path folder = file.parent_path();
  std::error_code error;
  for (int up = 0; up < 4 && !folder.empty(); ++up, folder = folder.parent_path()) {
    for (const char* below : {"", "include", "src", "inc"}) {
      fs::path candidate = folder / below / name;
      if (fs::is_regular_file(candidate, error)) return candidate.lexically_normal().string();
    }
    if (folder == folder.root_path()) break;
  }
  return {};
}

bool mentions(const std::string& text, const std::string& function) {
  auto is_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  for (size_t at = text.find(function); at != std::string::npos; at = text.find(function, at + 1)) {
    if (at > 0 && is_name(text[at - 1])) continue;
    size_t end = at + function.size();
    while (end < text.size() && (text[end] == ' ' || text[end] == ')' || text[end] == '\n')) ++end;
    if (end < text.size() && text[end] == '(') return true;
  }
  return false;
}

std::string search(const std::string& file, const std::string& function,
                   std::set<std::string>* seen) {
  constexpr size_t k_most_files = 500;
  if (seen->size() > k_most_files || !seen->insert(file).second) return {};
  auto text = read_file(file);
  if (!text) return {};
  if (!is_source_file(file) && mentions(*text, function)) return file;
  for (const std::string& line : split(*text, '\n')) {
    std::string name = included_name(line);
    if (name.empty()) continue;
    std::string path = find_file(name, file);
    if (path.empty()) continue;
    std::string found = search(path, function, seen);
    if (!found.empty()) return found;
  }
  return {};
}

}  // namespace

bool is_source_file(const std::string& path) {
  static const std::set<std::string> endings = {".c", ".cc", ".cpp", ".cxx", ".C", ".c++"};
  return endings.contains(fs::path(path).extension().string());
}

std::string find_declaring_header(const std::string& source, const std::string& function) {
  std::set<std::string> seen;
  return search(source, function, &seen);
}

}  // namespace cutaway
