// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "weave/relink.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/file.h"
#include "base/process.h"
#include "base/text.h"
#include "driver/command_line.h"
#include "driver/invocation.h"
#include "weave/archive.h"

namespace cutaway {
namespace {

namespace fs = std::filesystem;

constexpr auto k_source_extensions = std::to_array<std::string_view>(
    {".c", ".i", ".cc", ".cp", ".cpp", ".cxx", ".c++", ".C", ".CPP", ".ii", ".m", ".mm", ".cu"});

// Options that make clang or the linker write files of the user's beside the output.
constexpr auto k_dropped_options = std::to_array<std::string_view>(
    {"-MD", "-MMD", "-MP", "-MG", "-MF", "-MT", "-MQ", "-MJ", "-o", "-save-temps", "--save-temps",
     "-ftime-trace", "-serialize-diagnostics", "--serialize-diagnostics"});
constexpr auto k_dropped_linker_options = std::to_array<std::string_view>(
    {"-Map", "--Map", "--dependency-file", "--out-implib", "--print-map", "-M"});

std::string absolute(const std::string& folder, const std::string& path) {
  return (fs::path(folder) / path).lexically_normal().string();
}

bool is_source(const std::string& path) {
  return path == "-" ||
         std::ranges::find(k_source_extensions, fs::path(path).extension().string()) !=
             k_source_extensions.end();
}

bool is_dropped(const std::string& option) {
  return std::ranges::find(k_dropped_options, option) != k_dropped_options.end() ||
         (option.starts_with("-o") && !option.starts_with("-ob")) ||
         option.starts_with("-save-temps=") || option.starts_with("-ftime-trace");
}

bool is_dropped_by_linker(std::string_view option) {
  return std::ranges::any_of(k_dropped_linker_options, [&](std::string_view dropped) {
    return option == dropped || (option.starts_with(dropped) && option[dropped.size()] == '=');
  });
}

// Where the compilation of a unit put its object.
std::string output_of(const Unit& unit) {
  driver::CommandLine line = driver::parse_command_line(unit.arguments);
  if (line.output != "a.out") return absolute(unit.directory, line.output);
  return absolute(unit.directory, fs::path(unit.source).stem().string() + ".o");
}

Error changed_since(const std::string& path, std::string_view what, const std::string& module) {
  return user_fault(
      path, fmt::format("{} since {} was linked, and no bitcode of it was kept", what, module),
      "build the program again");
}

}  // namespace

// A file that the linker reads.
struct Relinker::Input {
  std::string path;
  const Unit* unit = nullptr;          // of an object or source
  bool is_missing = false;             // it must be made from the unit's bitcode
  std::shared_ptr<Relinker> combined;  // an object that was linked from others by -r
  std::vector<ArchiveMember> members;  // of an archive
};

// A piece of the new command: words as they are, and maybe a file after them.
struct Relinker::Part {
  std::vector<std::string> words;
  std::optional<Input> input;
};

Relinker::Relinker() = default;
Relinker::Relinker(Relinker&&) noexcept = default;
Relinker::~Relinker() = default;

Result<Relinker> Relinker::create(const KeptModule& module, std::vector<const Unit*> units) {
  if (!module.marks.link) {
    return user_fault(module.path,
                      "it was not linked by a driver of cutaway: it cannot be linked again",
                      "link it with cutaway-cc or cutaway-c++");
  }
  Relinker relinker;
  relinker.module_ = real_path(module.path);
  relinker.units_ = std::move(units);
  CUTAWAY_ASSIGN(relinker.link_, read_link(*module.marks.link));

  for (std::string_view option : {"-shared-libasan", "-shared-libsan"}) {
    if (std::ranges::find(relinker.link_.arguments, option) == relinker.link_.arguments.end())
      continue;
    return user_fault(
        module.path,
        fmt::format("{}: AddressSanitizer can be recorded only if it is part of the program",
                    option),
        fmt::format("link without {}", option));
  }

  // What the two paths of the module do not share at their ends is where the build was and is.
  fs::path old_path = relinker.link_.output;
  fs::path new_path = relinker.module_;
  while (old_path.has_relative_path() && old_path.filename() == new_path.filename()) {
    old_path = old_path.parent_path();
    new_path = new_path.parent_path();
  }
  relinker.old_root_ = old_path.string();
  relinker.new_root_ = new_path.string();
  CUTAWAY_TRY(relinker.find_inputs());
  return relinker;
}

Status Relinker::find_inputs() {
  for (const std::string& folder : driver::parse_command_line(link_.arguments).library_dirs)
    library_dirs_.push_back(resolve(folder));
  for (const driver::Word& word : driver::split_words(link_.arguments)) {
    const std::string& option = word.option();
    if (word.is_input) {
      CUTAWAY_TRY(add_input(option, false));
    } else if (option == "-l") {
      CUTAWAY_TRY(add_library(word.value(), word.arguments));
    } else if (option.starts_with("-l")) {
      CUTAWAY_TRY(add_library(option.substr(2), word.arguments));
    } else if (option.starts_with("-Wl,") || option == "-Xlinker") {
      std::vector<std::string> pieces =
          option == "-Xlinker" ? std::vector{word.value()} : split(option.substr(4), ',');
      for (size_t i = 0; i < pieces.size(); ++i) {
        if (is_dropped_by_linker(pieces[i])) {
          if (pieces[i].find('=') == std::string::npos && pieces[i].starts_with("-M")) ++i;
          continue;
        }
        if (pieces[i] == "-Bstatic" || pieces[i] == "-static") is_static_ = true;
        if (pieces[i] == "-Bdynamic") is_static_ = false;
        CUTAWAY_TRY(add_input(pieces[i], true));
      }
    } else if (!is_dropped(option)) {
      if (option == "-static" || option == "-static-pie") is_static_ = true;
      parts_.push_back({word.arguments, std::nullopt});
      for (std::string& text : parts_.back().words) text = moved(std::move(text));
    }
  }
  return Ok{};
}

Status Relinker::add_input(const std::string& path, bool is_linker_option) {
  std::vector<std::string> words;
  if (is_linker_option) words.push_back("-Xlinker");
  // A linker option may name a file or be anything else.
  if (is_linker_option && (path.starts_with("-") || !is_file(resolve(path)))) {
    words.push_back(moved(path));
    parts_.push_back({words, std::nullopt});
    return Ok{};
  }
  CUTAWAY_ASSIGN(Input input, classify(path));
  parts_.push_back({words, std::move(input)});
  return Ok{};
}

// An archive that the linker would take for -l; others of -l stay as they are.
Status Relinker::add_library(const std::string& name, std::vector<std::string> words) {
  for (const std::string& folder : library_dirs_) {
    std::string exact = folder + "/" + name.substr(name.starts_with(":") ? 1 : 0);
    std::string archive = name.starts_with(":") ? exact : folder + "/lib" + name + ".a";
    if (!name.starts_with(":") && !is_static_ && is_file(folder + "/lib" + name + ".so")) break;
    if (is_file(archive)) return add_input(archive, false);
  }
  parts_.push_back({std::move(words), std::nullopt});
  return Ok{};
}

Result<Relinker::Input> Relinker::classify(const std::string& path) {
  if (is_source(path)) {
    const Unit* unit = find_by_source(path);
    if (unit == nullptr) return changed_since(path, "it was compiled without its bitcode", module_);
    missing_units_.push_back(unit);
    return Input{path, unit, true, nullptr, {}};
  }
  std::string file = resolve(path);
  if (!is_file(file)) return make_again(file, "it is gone");
  CUTAWAY_ASSIGN(std::string bytes, read_file(file, size_t{1} << 34));
  if (is_archive(bytes)) return classify_archive(file, bytes);
  if (bytes.starts_with("BC\xC0\xDE"))
    return make_again(file, "it is an object of link-time optimisation");
  return classify_object(file, bytes);
}

Result<Relinker::Input> Relinker::classify_object(const std::string& path, std::string_view bytes) {
  // e_type 1 is an object; shared libraries stay as they are.
  bool is_object = bytes.size() > 17 && bytes[16] == 1 && bytes[17] == 0;
  Marks marks;
  if (is_object) {
    CUTAWAY_ASSIGN(marks, read_marks(bytes, path));
  }
  if (marks.link) {
    CUTAWAY_ASSIGN(Relinker combined, create({path, marks}, units_));
    combined.is_combined_ = true;
    missing_units_.insert(missing_units_.end(), combined.missing_units_.begin(),
                          combined.missing_units_.end());
    foreign_inputs_.insert(foreign_inputs_.end(), combined.foreign_inputs_.begin(),
                           combined.foreign_inputs_.end());
    return Input{path, nullptr, false, std::make_shared<Relinker>(std::move(combined)), {}};
  }
  if (marks.units.empty()) {
    if (!is_object) return Input{path, nullptr, false, nullptr, {}};
    CUTAWAY_TRY(check_unchanged(path));
    foreign_inputs_.push_back(path);
    return Input{path, nullptr, false, nullptr, {}};
  }
  if (marks.units.size() > 1)
    return user_fault(path, "several units in one object that no driver of cutaway has combined",
                      "combine objects with cutaway-cc -r");
  const Unit* unit = find_unit(marks.units[0].hash);
  if (unit == nullptr) return make_again(path, "it has changed");
  return Input{path, unit, false, nullptr, {}};
}

Result<Relinker::Input> Relinker::classify_archive(const std::string& path,
                                                   std::string_view bytes) {
  CUTAWAY_ASSIGN(std::vector<ArchiveMember> members, read_archive(bytes, path));
  for (ArchiveMember& member : members) {
    if (member.hash.empty() || find_unit(member.hash) != nullptr) continue;
    // Not part of the module; or the archive is newer, and an older member is.
    auto newer = read_unit({member.hash, member.store});
    const Unit* unit = newer ? find_by_output(output_of(*newer)) : nullptr;
    if (unit == nullptr) continue;
    missing_units_.push_back(unit);
    member.hash = unit->name.hash;
  }
  return Input{path, nullptr, false, nullptr, std::move(members)};
}

Result<Relinker::Input> Relinker::make_again(const std::string& path, const std::string& what) {
  const Unit* unit = find_by_output(path);
  if (unit == nullptr) return changed_since(path, what, module_);
  missing_units_.push_back(unit);
  return Input{path, unit, true, nullptr, {}};
}

Status Relinker::check_unchanged(const std::string& path) const {
  struct stat status;
  if (::stat(path.c_str(), &status) != 0) return Ok{};
  int64_t changed_ns = status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec;
  for (const LinkInput& input : link_.inputs) {
    if (resolve(input.path) != path) continue;
    // A copy of the build folder may have new times, but not other sizes.
    bool is_same =
        input.size == status.st_size && (input.changed_ns == changed_ns || old_root_ != new_root_);
    if (!is_same) return changed_since(path, "it has changed", module_);
  }
  return Ok{};
}

std::string Relinker::resolve(const std::string& path) const {
  std::string file = absolute(link_.directory, path);
  std::error_code error;
  return fs::exists(file, error) ? file : moved(file);
}

std::string Relinker::moved(std::string text) const {
  std::error_code error;
  if (old_root_ == new_root_ || fs::exists(link_.directory, error)) return text;
  for (size_t at = text.find(old_root_ + "/"); at != std::string::npos;
       at = text.find(old_root_ + "/", at + new_root_.size()))
    text.replace(at, old_root_.size(), new_root_);
  return text;
}

const Unit* Relinker::find_unit(const std::string& hash) const {
  auto found =
      std::ranges::find_if(units_, [&](const Unit* unit) { return unit->name.hash == hash; });
  return found == units_.end() ? nullptr : *found;
}

const Unit* Relinker::find_by_output(const std::string& path) const {
  auto found = std::ranges::find_if(units_, [&](const Unit* unit) {
    std::string output = output_of(*unit);
    return output == path || moved(output) == path;
  });
  return found == units_.end() ? nullptr : *found;
}

// A source of this command was compiled by this command.
const Unit* Relinker::find_by_source(const std::string& path) const {
  auto found = std::ranges::find_if(units_, [&](const Unit* unit) {
    return unit->directory == link_.directory && unit->arguments == link_.arguments &&
           unit->source == path;
  });
  return found == units_.end() ? nullptr : *found;
}

Result<std::string> Relinker::file_for(const Input& input, const UnitObjects& objects,
                                       const std::string& work_folder) const {
  if (input.unit != nullptr) {
    auto object = objects.find(input.unit->name.hash);
    return object != objects.end() ? object->second : input.path;
  }
  std::string name = fmt::format("{}/{}", work_folder, std::hash<std::string>()(input.path));
  if (input.combined) {
    CUTAWAY_TRY(input.combined->link(objects, name + ".o", work_folder));
    return name + ".o";
  }
  bool is_changed = std::ranges::any_of(
      input.members, [&](const ArchiveMember& member) { return objects.contains(member.hash); });
  if (!is_changed) return input.path;
  CUTAWAY_TRY(write_archive(input.path, input.members, objects, name + ".a"));
  return name + ".a";
}

std::string Relinker::file_with_object(const std::string& hash) const {
  for (const Part& part : parts_) {
    if (!part.input || part.input->is_missing) continue;
    const Input& input = *part.input;
    if (input.unit != nullptr && input.unit->name.hash == hash) return input.path;
    if (std::string file = input.combined ? input.combined->file_with_object(hash) : "";
        !file.empty())
      return file;
    if (std::ranges::find(input.members, hash, &ArchiveMember::hash) != input.members.end())
      return input.path;
  }
  return "";
}

// Whether the object of this unit is among the inputs.
bool Relinker::takes(const std::string& hash) const {
  return std::ranges::any_of(parts_, [&](const Part& part) {
    if (!part.input) return false;
    const Input& input = *part.input;
    return (input.unit != nullptr && input.unit->name.hash == hash) ||
           (input.combined && input.combined->takes(hash)) ||
           std::ranges::find(input.members, hash, &ArchiveMember::hash) != input.members.end();
  });
}

Status Relinker::link(const UnitObjects& objects, const std::string& output,
                      const std::string& work_folder) const {
  // One that is part of a combined object is asked for there.
  for (const auto& [hash, object] : objects) {
    const Unit* unit = is_combined_ || takes(hash) ? nullptr : find_unit(hash);
    if (unit == nullptr) continue;
    return user_fault(unit->source,
                      fmt::format("its object is not among the inputs of {}", module_),
                      "is it an archive of link-time optimisation? build with -fno-lto");
  }
  std::vector<std::string> command;
  try {
    command = driver::find_clang(link_.driver == "c++");
  } catch (const driver::UsageError& error) {
    return user_fault("", error.what, error.hint);
  }
  std::string folder_of_module = fs::path(module_).parent_path().string();
  for (const Part& part : parts_) {
    for (std::string word : part.words) {
      for (std::string_view origin : {"$ORIGIN", "${ORIGIN}"}) {
        for (size_t at = word.find(origin); at != std::string::npos; at = word.find(origin))
          word.replace(at, origin.size(), folder_of_module);
      }
      command.push_back(std::move(word));
    }
    if (!part.input) continue;
    // Objects stand in for sources, whatever -x says.
    bool is_by_linker = !part.words.empty();
    CUTAWAY_ASSIGN(std::string file, file_for(*part.input, objects, work_folder));
    if (!is_by_linker && part.input->unit != nullptr && part.input->is_missing)
      command.push_back("-Xlinker");
    command.push_back(std::move(file));
  }
  command.insert(command.end(), {"-o", output, "-Qunused-arguments"});
  // Reports of AddressSanitizer name functions by symbols first: not by those of flavours.
  if (!driver::parse_command_line(link_.arguments).asan_option.empty())
    command.push_back("-Wl,--discard-locals");
  std::string folder = moved(link_.directory);
  CUTAWAY_ASSIGN(ProcessOutput result, run_and_capture(command, {}, 0, folder));
  if (result.end.signal == 0 && result.end.exit_status == 0) return Ok{};
  return user_fault(module_,
                    fmt::format("the variant cannot be linked: this command failed in {}:\n{}\n{}",
                                folder, shell_quote(command), result.text));
}

}  // namespace cutaway
