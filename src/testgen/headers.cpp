// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "testgen/headers.h"

#include <algorithm>
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

// Files that it includes and that are beside it or below the folders of the compiler's command.
std::vector<std::string> included_files(const std::string& file,
                                        const std::vector<std::string>& folders) {
  std::vector<std::string> found;
  auto text = read_file(file);
  if (!text) return found;
  std::vector<std::string> places = {fs::path(file).parent_path().string()};
  places.insert(places.end(), folders.begin(), folders.end());
  for (const std::string& line : split(*text, '\n')) {
    std::string name = included_name(line);
    if (name.empty()) continue;
    for (const std::string& place : places) {
      std::error_code error;
      fs::path candidate = fs::path(place) / name;
      if (!fs::is_regular_file(candidate, error)) continue;
      found.push_back(candidate.lexically_normal().string());
      break;
    }
  }
  return found;
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

// Whether `file` includes `header`, by way of others.
bool includes(const std::string& file, const std::string& header,
              const std::vector<std::string>& folders, std::set<std::string>* seen) {
  if (file == header) return true;
  if (!seen->insert(file).second) return false;
  return std::ranges::any_of(included_files(file, folders), [&](const std::string& next) {
    return includes(next, header, folders, seen);
  });
}

}  // namespace

std::vector<std::string> outer_headers(const std::vector<std::string>& headers,
                                       const std::string& source,
                                       const std::vector<std::string>& folders) {
  std::vector<std::string> outer;
  auto add = [&](const std::string& path) {
    if (std::ranges::find(outer, path) == outer.end()) outer.push_back(path);
  };
  std::vector<std::string> included = included_files(source, folders);
  for (const std::string& header : headers) {
    auto leads = [&](const std::string& path) {
      std::set<std::string> seen;
      return includes(path, header, folders, &seen);
    };
    auto way = std::ranges::find_if(included, leads);
    add(way != included.end() ? *way : header);
  }
  return outer;
}

bool is_source_file(const std::string& path) {
  // Of generated parsers and scanners debug information names the grammar.
  static const std::set<std::string> endings = {".c",   ".cc", ".cpp", ".cxx", ".C",
                                                ".c++", ".y",  ".l",   ".yy",  ".ll"};
  return endings.contains(fs::path(path).extension().string());
}

std::string find_declaring_header(const std::string& source, const std::string& function) {
  std::set<std::string> seen;
  return search(source, function, &seen);
}

}  // namespace cutaway
