// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "debug/output_folder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/text.h"

namespace cutaway {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_run = "run";

// run, run.raw, 1, 1.tests, ...
bool is_of_debug(const std::string& name) {
  size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
  std::string_view rest = std::string_view(name).substr(digits);
  if (digits == 0) return rest == k_run || rest == "run.raw";
  return rest.empty() || rest == ".tests";
}

std::vector<fs::path> entries_of(const std::string& folder) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator each(folder, error), end; !error && each != end;
       each.increment(error))
    entries.push_back(each->path());
  return entries;
}

Status move_entries(const std::string& from, const std::string& to, bool leaves_run) {
  for (const fs::path& entry : entries_of(from)) {
    if (leaves_run && entry.filename() == k_run) continue;
    std::error_code error;
    fs::rename(entry, fs::path(to) / entry.filename(), error);
    if (error) return user_fault(entry.string(), "cannot be moved: " + error.message());
  }
  return Ok{};
}

// The recording lies in the folder, and not as its run.
bool is_in_the_way(const std::string& path, const std::string& recording) {
  std::error_code error;
  return !recording.empty() &&
         fs::equivalent(fs::path(recording).parent_path() / ".", path, error) &&
         fs::path(recording).filename() != k_run;
}

Status check_replaceable(const std::string& path, const std::string& recording) {
  std::string hint = "choose another folder with -o";
  if (!fs::is_directory(path)) return user_fault(path, "is no folder", hint);
  for (const fs::path& entry : entries_of(path)) {
    if (!is_of_debug(entry.filename().string())) {
      return user_fault(path,
                        fmt::format("holds a file that cutaway debug did not write: {}",
                                    entry.filename().string()),
                        hint);
    }
  }
  if (is_in_the_way(path, recording))
    return user_fault(recording, "lies in the folder that would be replaced", hint);
  return Ok{};
}

}  // namespace

Result<OutputFolder> OutputFolder::prepare(const std::string& path, bool may_replace,
                                           const std::string& recording) {
  OutputFolder folder;
  folder.path_ = path;
  std::error_code error;
  folder.is_new_ = !fs::exists(path, error);
  if (folder.is_new_) {
    fs::create_directories(path, error);
    if (error) return user_fault(path, "cannot be created: " + error.message());
    folder.is_open_ = true;
    return folder;
  }
  if (!may_replace) return output_exists(path);
  CUTAWAY_TRY(check_replaceable(path, recording));
  fs::path run = fs::path(path) / k_run;
  folder.has_run_in_place_ = !recording.empty() && fs::equivalent(recording, run, error);
  fs::path whole = fs::absolute(path).lexically_normal();
  if (!whole.has_filename()) whole = whole.parent_path();
  folder.aside_ = fmt::format("{}.old-{}", whole.string(), ::getpid());
  fs::create_directory(folder.aside_, error);
  if (error) return user_fault(folder.aside_, "cannot be created: " + error.message());
  folder.is_open_ = true;
  CUTAWAY_TRY(move_entries(path, folder.aside_, folder.has_run_in_place_));
  return folder;
}

OutputFolder::OutputFolder(OutputFolder&& other) noexcept
    : path_(std::move(other.path_)),
      aside_(std::move(other.aside_)),
      has_run_in_place_(other.has_run_in_place_),
      is_new_(other.is_new_),
      is_open_(std::exchange(other.is_open_, false)) {}

OutputFolder::~OutputFolder() {
  if (!is_open_) return;
  std::error_code error;
  if (is_new_) {
    fs::remove_all(path_, error);
    return;
  }
  for (const fs::path& entry : entries_of(path_))
    if (!has_run_in_place_ || entry.filename() != k_run) fs::remove_all(entry, error);
  if (move_entries(aside_, path_, false)) fs::remove(aside_, error);
}

void OutputFolder::keep() {
  std::error_code error;
  if (std::exchange(is_open_, false) && !aside_.empty()) fs::remove_all(aside_, error);
}

}  // namespace cutaway
