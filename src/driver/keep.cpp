// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/keep.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "abi/store.h"
#include "driver/invocation.h"
#include "driver/link_check.h"
#include "driver/stored_file.h"

namespace cutaway::driver {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Arguments = std::vector<std::string>;

constexpr size_t k_max_variable = 100'000;  // the kernel takes 128 KiB

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

std::string absolute(const std::string& path) {
  std::error_code error;
  return fs::absolute(path, error).lexically_normal().string();
}

std::string to_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json describe_command(const CommandLine& line, const std::string& driver) {
  std::error_code error;
  return {{"directory", fs::current_path(error).string()},
          {"driver", driver},
          {"arguments", line.all_args}};
}

Json describe_inputs(const Arguments& inputs) {
  Json list = Json::array();
  struct stat status;
  for (const std::string& input : inputs) {
    if (stat(input.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
    const int64_t changed = status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec;
    list.push_back({input, status.st_size, changed});
  }
  return list;
}

bool has_argument_with(const CommandLine& line, const std::string& text) {
  return std::ranges::any_of(line.all_args, [&](const std::string& argument) {
    return argument.find(text) != std::string::npos;
  });
}

// With --format=binary the linker would take our object for data, too.
bool links_data(const CommandLine& line) {
  return has_argument_with(line, ",binary") || has_argument_with(line, "=binary") ||
         std::ranges::find(line.all_args, "binary") != line.all_args.end();
}

// The object that names the link, or nothing.
std::string keep_link(const CommandLine& line, const std::string& driver,
                      const std::string& store) {
  Json link = describe_command(line, driver);
  link["output"] = absolute(line.output);
  link["inputs"] = describe_inputs(line.inputs);
  const std::string text = to_text(link);
  const std::string hash = hash_of(text);
  const std::string path = stored_path(store, hash);
  const std::string mark = "link " + std::to_string(k_store_version) + " " + hash + " " + store;
  const bool is_kept =
      write_stored(path + ".link", text) &&
      write_stored(path + ".o",
                   object_with_mark(mark + "\n", has_argument_with(line, "-gc-sections")));
  return is_kept ? path + ".o" : "";
}

void hand_command_to_plugin(const std::string& text, const std::string& store) {
  if (text.size() <= k_max_variable) {
    setenv(CUTAWAY_ENV_KEEP_COMMAND, text.c_str(), 1);
    return;
  }
  const std::string path = stored_path(store, hash_of(text)) + ".command";
  if (write_stored(path, text)) setenv(CUTAWAY_ENV_KEEP_COMMAND, ("@" + path).c_str(), 1);
}

}  // namespace

std::string find_cache() {
  if (std::string cache = variable("CUTAWAY_CACHE"); !cache.empty()) return absolute(cache);
  if (const std::string cache = variable("XDG_CACHE_HOME"); cache.starts_with("/"))
    return cache + "/cutaway";
  const std::string home = variable("HOME");
  return home.starts_with("/") ? home + "/.cache/cutaway" : "";
}

std::string find_store() {
  if (const std::string store = variable("CUTAWAY_STORE"); !store.empty()) return absolute(store);
  const std::string cache = find_cache();
  return cache.empty() ? "" : cache + "/store";
}

std::vector<std::string> keeping_arguments(const CommandLine& line, const std::string& driver,
                                           const std::string& library_dir) {
  const std::string store = find_store();
  if (store.empty() || is_configure_probe(line.output) || !line.foreign_target.empty() ||
      variable("CUTAWAY_KEEP") == "0") {
    return line.clang_args;
  }
  Arguments arguments;
  if (line.makes_objects) {
    setenv(CUTAWAY_ENV_KEEP_STORE, store.c_str(), 1);
    hand_command_to_plugin(to_text(describe_command(line, driver)), store);
    // Inputs of other kinds do not use these; clang must not warn of it.
    arguments = {"--start-no-unused-arguments", "-fpass-plugin=" + find_plugin(library_dir)};
    if (!line.has_debug_info && !line.needs_locations) {
      // For cc1 alone: the assembler of .s files must not get it.
      for (const char* option : {"-debug-info-kind=constructor", "-dwarf-version=4"}) {
        arguments.emplace_back("-Xclang");
        arguments.emplace_back(option);
      }
      setenv(CUTAWAY_ENV_KEEP_STRIP, "1", 1);
    }
    arguments.emplace_back("--end-no-unused-arguments");
  }
  const bool is_link = line.does_link && !links_data(line);
  if (const std::string object = is_link ? keep_link(line, driver, store) : ""; !object.empty()) {
    // As a linker option it is no source, whatever -x says; it comes after all other inputs.
    arguments.insert(arguments.end(), line.clang_args.begin(), line.clang_args.end());
    const bool has_end_of_options =
        std::ranges::find(line.clang_args, "--") != line.clang_args.end();
    const auto place = has_end_of_options ? std::ranges::find(arguments, "--") : arguments.end();
    arguments.insert(place, {"-Xlinker", object});
    return arguments;
  }
  arguments.insert(arguments.end(), line.clang_args.begin(), line.clang_args.end());
  return arguments;
}

}  // namespace cutaway::driver
