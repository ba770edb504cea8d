// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "weave/store.h"

#include <fmt/format.h>
#include <zstd.h>

#include <charconv>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/text.h"
#include "driver/keep.h"
#include "driver/stored_file.h"

namespace cutaway {
namespace {

using Json = nlohmann::json;

Error not_kept(const StoredName& name, std::string_view what) {
  return user_fault(name.store,
                    fmt::format("the store lacks {} {}: it was removed, or the program was built "
                                "on another machine",
                                what, name.hash),
                    "build the program again, or set CUTAWAY_STORE to a copy of the store");
}

// The path without extension in the first store that has the file.
Result<std::string> find_stored(const StoredName& name, const char* extension,
                                std::string_view what) {
  for (const std::string& store : {name.store, driver::find_store()}) {
    if (store.empty()) continue;
    std::string path = driver::stored_path(store, name.hash) + extension;
    if (is_file(path)) return path;
  }
  return not_kept(name, what);
}

Error damaged(const std::string& path, std::string_view what) {
  return user_fault(path, fmt::format("damaged file in the store: {}", what),
                    "remove it and build the program again");
}

Result<std::string> read_compressed(const std::string& path) {
  constexpr unsigned long long k_max_size = 1ull << 33;
  CUTAWAY_ASSIGN(std::string compressed, read_file(path));
  unsigned long long size = ZSTD_getFrameContentSize(compressed.data(), compressed.size());
  if (size > k_max_size) return damaged(path, "no size");  // so are the two error values
  std::string content(size, 0);
  size_t written =
      ZSTD_decompress(content.data(), content.size(), compressed.data(), compressed.size());
  if (ZSTD_isError(written)) return damaged(path, ZSTD_getErrorName(written));
  return content;
}

template <typename T>
T parse_number(std::string_view text) {
  T value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

UnitFunction parse_function(const std::string& line) {
  std::vector<std::string> fields = split(line, '\t');
  fields.resize(5);
  UnitFunction function;
  function.name = std::move(fields[0]);
  function.file = parse_number<uint32_t>(fields[1]);
  function.line = parse_number<uint32_t>(fields[2]);
  function.instructions = parse_number<uint64_t>(fields[3]);
  for (char flag : fields[4]) {
    if (flag == 'i') function.is_inline = true;
    if (flag == 's') function.is_static = true;
    if (flag == 'h') function.is_from_header = true;
    if (flag == 'c') function.is_copy = true;
  }
  return function;
}

// Turns what json reports by exceptions into an error of ours.
template <typename T, typename Parse>
Result<T> parse_json(const std::string& path, std::string_view text, Parse parse) {
  try {
    return parse(Json::parse(text));
  } catch (const Json::exception& problem) {
    return damaged(path, problem.what());
  }
}

}  // namespace

Result<Unit> read_unit(const StoredName& name) {
  CUTAWAY_ASSIGN(std::string path, find_stored(name, ".unit", "unit"));
  CUTAWAY_ASSIGN(std::string text, read_compressed(path));
  size_t head_end = std::min(text.find('\n'), text.size());
  CUTAWAY_ASSIGN(Unit unit, parse_json<Unit>(path, std::string_view(text).substr(0, head_end),
                                             [](const Json& json) {
                                               Unit parsed;
                                               json.at("directory").get_to(parsed.directory);
                                               json.at("driver").get_to(parsed.driver);
                                               json.at("arguments").get_to(parsed.arguments);
                                               json.at("source").get_to(parsed.source);
                                               json.at("files").get_to(parsed.files);
                                               json.at("classes").get_to(parsed.classes);
                                               return parsed;
                                             }));
  unit.name = name;
  for (const std::string& line : split(std::string_view(text).substr(head_end), '\n')) {
    if (line.empty()) continue;
    unit.functions.push_back(parse_function(line));
    if (unit.functions.back().file >= unit.files.size())
      return damaged(path, "a function names no file");
  }
  return unit;
}

Result<std::string> read_bitcode(const StoredName& name) {
  CUTAWAY_ASSIGN(std::string path, find_stored(name, ".bc", "the bitcode of unit"));
  return read_compressed(path);
}

Result<std::string> read_code_record(const StoredName& name) {
  CUTAWAY_ASSIGN(std::string path, find_stored(name, ".code", "what the optimiser did in"));
  return read_compressed(path);
}

Result<Link> read_link(const StoredName& name) {
  CUTAWAY_ASSIGN(std::string path, find_stored(name, ".link", "link"));
  CUTAWAY_ASSIGN(std::string text, read_file(path));
  return parse_json<Link>(path, text, [](const Json& json) {
    Link link;
    json.at("directory").get_to(link.directory);
    json.at("driver").get_to(link.driver);
    json.at("arguments").get_to(link.arguments);
    json.at("output").get_to(link.output);
    for (const Json& input : json.at("inputs"))
      link.inputs.push_back(
          {input.at(0).get<std::string>(), input.at(1).get<int64_t>(), input.at(2).get<int64_t>()});
    return link;
  });
}

Result<std::string> cache_folder() {
  std::string folder = driver::find_cache();
  if (!folder.empty()) return folder;
  return user_fault("", "there is no folder for woven programs: HOME is not set",
                    "set CUTAWAY_CACHE to a folder");
}

}  // namespace cutaway
