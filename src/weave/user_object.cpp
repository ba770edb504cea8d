// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "weave/user_object.h"

#include <fmt/format.h>
#include <llvm/Object/Archive.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>

#include "abi/store.h"
#include "base/file.h"
#include "base/process.h"
#include "base/text.h"
#include "inside/patterns.h"
#include "weave/archive.h"

namespace cutaway {
namespace {

// Prefixes of options with which code is not what the pipeline alone makes of the bitcode, or not
// all of it is watched.
constexpr auto k_unusual_options =
    std::to_array<std::string_view>({"-fsanitize",
                                     "-fprofile",
                                     "-fcs-profile",
                                     "-fauto-profile",
                                     "-fcoverage",
                                     "--coverage",
                                     "-ftest-coverage",
                                     "-flto",
                                     "-fbasic-block",
                                     "-fsplit-machine",
                                     "-mllvm",
                                     "-Xclang",
                                     "-fpass-plugin",
                                     "-fplugin",
                                     "-fxray",
                                     "-finstrument",
                                     "-fpatchable",
                                     "-fwhole-program",
                                     "-fvirtual-function-elimination",
                                     "-fopenmp",
                                     "-fembed-bitcode",
                                     "-fno-integrated-as",
                                     "-fmerge-functions",
                                     "-fno-semantic-interposition",
                                     "-funique-internal",
                                     "-mharden",
                                     "-mspeculative",
                                     "-mretpoline"});

Error unusable(const std::string& path, llvm::Error error) {
  return user_fault(path, "the object cannot be read: " + llvm::toString(std::move(error)));
}

std::optional<StoredName> record_of_unit(std::string_view elf, const std::string& path,
                                         const std::string& hash) {
  auto marks = read_marks(elf, path);
  if (!marks || marks->units.size() != 1 || marks->code_records.size() != 1 ||
      marks->units[0].hash != hash)
    return std::nullopt;
  return marks->code_records[0];
}

// The bytes of the object of unit `hash` in an object or archive, and its record; empty if it is
// not there.
struct FoundObject {
  std::unique_ptr<llvm::MemoryBuffer> file;
  std::unique_ptr<llvm::object::Archive> archive;
  std::string_view bytes;
  StoredName code_record;
};

std::optional<FoundObject> find_object(const std::string& path, const std::string& hash) {
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!file) return std::nullopt;
  FoundObject found;
  found.file = std::move(*file);
  llvm::StringRef all = found.file->getBuffer();
  found.bytes = std::string_view(all.data(), all.size());
  if (!is_archive(found.bytes)) {
    std::optional<StoredName> record = record_of_unit(found.bytes, path, hash);
    if (!record) return std::nullopt;
    found.code_record = *record;
    return found;
  }
  auto archive = llvm::object::Archive::create(found.file->getMemBufferRef());
  if (!archive) {
    llvm::consumeError(archive.takeError());
    return std::nullopt;
  }
  found.archive = std::move(*archive);
  llvm::Error error = llvm::Error::success();
  bool is_found = false;
  for (const llvm::object::Archive::Child& child : found.archive->children(error)) {
    auto content = child.getMemoryBufferRef();
    if (!content) {
      llvm::consumeError(content.takeError());
      continue;
    }
    std::string_view bytes(content->getBufferStart(), content->getBufferSize());
    std::optional<StoredName> record = record_of_unit(bytes, path, hash);
    if (!record) continue;
    found.bytes = bytes;
    found.code_record = *record;
    is_found = true;
    break;
  }
  llvm::consumeError(std::move(error));
  if (!is_found) return std::nullopt;
  return found;
}

struct Symbol {
  std::string name;
  bool is_local;
  bool is_variable;
  uint64_t size;
};

Result<std::vector<Symbol>> defined_symbols(std::string_view elf, const std::string& path) {
  auto object = llvm::object::ObjectFile::createELFObjectFile(
      llvm::MemoryBufferRef(llvm::StringRef(elf.data(), elf.size()), path));
  if (!object) return unusable(path, object.takeError());
  std::vector<Symbol> symbols;
  for (const llvm::object::ELFSymbolRef symbol :
       llvm::cast<llvm::object::ELFObjectFileBase>(**object).symbols()) {
    auto name = symbol.getName();
    auto flags = symbol.getFlags();
    if (!name || !flags)
      return unusable(path, llvm::joinErrors(name.takeError(), flags.takeError()));
    if ((*flags & llvm::object::SymbolRef::SF_Undefined) != 0 || name->empty()) continue;
    uint8_t type = symbol.getELFType();
    symbols.push_back({name->str(), symbol.getBinding() == llvm::ELF::STB_LOCAL,
                       type == llvm::ELF::STT_OBJECT || type == llvm::ELF::STT_TLS,
                       symbol.getSize()});
  }
  return symbols;
}

Result<bool> has_section(std::string_view elf, const std::string& path, llvm::StringRef wanted) {
  auto object = llvm::object::ObjectFile::createELFObjectFile(
      llvm::MemoryBufferRef(llvm::StringRef(elf.data(), elf.size()), path));
  if (!object) return unusable(path, object.takeError());
  for (const llvm::object::SectionRef& section : (*object)->sections()) {
    auto name = section.getName();
    if (!name) return unusable(path, name.takeError());
    if (*name == wanted) return true;
  }
  return false;
}

Status run(const std::vector<std::string>& command) {
  CUTAWAY_ASSIGN(ProcessOutput output, run_and_capture(command, {}, 0));
  if (output.end.signal == 0 && output.end.exit_status == 0) return Ok{};
  return user_fault("",
                    fmt::format("this command failed:\n{}\n{}", shell_quote(command), output.text));
}

// Calls `visit` with the letter and the two names of each line.
template <typename Visit>
void for_each_line(std::string_view record, Visit visit) {
  while (!record.empty()) {
    std::string_view line = record.substr(0, record.find('\n'));
    record.remove_prefix(std::min(line.size() + 1, record.size()));
    size_t first = line.find('\t');
    size_t second = line.find('\t', first + 1);
    if (first != 1 || second == std::string_view::npos) continue;
    visit(line[0], line.substr(2, second - 2), line.substr(second + 1));
  }
}

using NameMap = std::map<std::string_view, std::vector<std::string_view>>;

void add_reachable(const NameMap& edges, std::set<std::string_view>& names) {
  std::vector<std::string_view> todo(names.begin(), names.end());
  while (!todo.empty()) {
    auto found = edges.find(todo.back());
    todo.pop_back();
    if (found == edges.end()) continue;
    for (std::string_view name : found->second)
      if (names.insert(name).second) todo.push_back(name);
  }
}

}  // namespace

std::optional<UserObject> find_user_object(const std::string& file, const Unit& unit) {
  bool is_unusual = std::ranges::any_of(unit.arguments, [](std::string_view argument) {
    return std::ranges::any_of(
        k_unusual_options, [&](std::string_view prefix) { return argument.starts_with(prefix); });
  });
  if (file.empty() || is_unusual) return std::nullopt;
  std::optional<FoundObject> found = find_object(file, unit.name.hash);
  if (!found) return std::nullopt;
  return UserObject{file, unit.name, found->code_record};
}

Result<std::string> describe_user_object(const UserObject& object, const std::string& path) {
  std::optional<FoundObject> found = find_object(object.file, object.unit.hash);
  if (!found || found->code_record != object.code_record)
    return user_fault(object.file, "it has changed while it was read");
  CUTAWAY_ASSIGN(std::string text, read_code_record(object.code_record));
  CUTAWAY_ASSIGN(std::vector<Symbol> symbols, defined_symbols(found->bytes, object.file));
  for (const Symbol& symbol : symbols) {
    if (!symbol.is_local) text += fmt::format("d\t{}\t\n", symbol.name);
    if (symbol.is_local && symbol.is_variable)
      text += fmt::format("l\t{}\t{}\n", symbol.name, symbol.size);
  }
  CUTAWAY_ASSIGN(bool has_debug_info, has_section(found->bytes, object.file, ".debug_info"));
  if (has_debug_info) text += "g\t\t\n";
  CUTAWAY_TRY(write_file(path, found->bytes));
  return text;
}

Result<ObjectChanges> parse_changes(const std::string& text, const std::string& path) {
  ObjectChanges changes;
  bool is_complete = false;
  for (const std::string& line : split(text, '\n')) {
    std::string name = line.substr(std::min(line.find(' ') + 1, line.size()));
    if (line == "whole") changes.is_whole = is_complete = true;
    if (line == "end") is_complete = true;
    if (line == "constructors") changes.has_constructors = true;
    if (line.starts_with("weaken ") || line.starts_with("group ")) changes.replaced.push_back(name);
    if (line.starts_with("share ")) changes.shared.push_back(name);
    if (line.starts_with("stale ")) changes.stale.push_back(name);
  }
  if (!is_complete) return user_fault(path, "the plugin has not said all changes");
  return changes;
}

Status join_user_object(const ObjectChanges& changes, const std::string& user_object,
                        const std::string& woven) {
  CUTAWAY_ASSIGN(std::string bytes, read_file(woven));
  CUTAWAY_ASSIGN(std::vector<Symbol> symbols, defined_symbols(bytes, woven));
  std::set<std::string_view> defined;
  for (const Symbol& symbol : symbols)
    if (!symbol.is_local) defined.insert(symbol.name);
  for (const std::string& name : changes.replaced)
    if (!defined.contains(name)) return user_fault(woven, "it does not define " + name);

  std::string weakened, renamed, globalized;
  for (const std::string& name : changes.replaced) weakened += name + "\n";
  for (const std::string& name : changes.shared) {
    renamed += fmt::format("{} {}" CUTAWAY_SHARED_SUFFIX "\n", name, name);
    globalized += fmt::format("{}" CUTAWAY_SHARED_SUFFIX "\n", name);
  }
  for (const std::string& name : changes.stale)
    renamed += fmt::format("{} {}" CUTAWAY_STALE_SUFFIX "\n", name, name);
  // Two of these are sections of numbers of symbols, which change.
  std::vector<std::string> command = {
      "objcopy", "--wildcard", "--remove-section=" CUTAWAY_STORE_SECTION,
      "--remove-section=.llvm_addrsig", "--remove-section=.llvm.call-graph-profile"};
  if (changes.has_constructors)
    for (const char* section : {".init_array*", ".fini_array*", ".ctors*", ".dtors*"})
      command.push_back(fmt::format("--remove-section={}", section));
  std::string changed = woven + ".user";
  command.insert(command.end(), {user_object, changed});
  CUTAWAY_TRY(run(command));

  // Names in these files are no wildcards; objcopy takes an empty file for an error.
  command = {"objcopy"};
  const std::array<std::pair<const char*, const std::string*>, 3> lists = {
      {{"weaken-symbols", &weakened},
       {"redefine-syms", &renamed},
       {"globalize-symbols", &globalized}}};
  for (const auto& [option, names] : lists) {
    if (names->empty()) continue;
    std::string path = fmt::format("{}.{}", woven, option);
    CUTAWAY_TRY(write_file(path, *names));
    command.push_back(fmt::format("--{}={}", option, path));
  }
  command.push_back(changed);
  if (command.size() > 2) CUTAWAY_TRY(run(command));
  std::string joined = woven + ".joined";
  CUTAWAY_TRY(run({"ld", "-r", woven, changed, "-o", joined}));
  CUTAWAY_TRY(
      run({"objcopy", "--wildcard", "--localize-symbol=*" CUTAWAY_SHARED_SUFFIX, joined, woven}));
  ::unlink(changed.c_str());
  ::unlink(joined.c_str());
  return Ok{};
}

uint64_t estimate_affected(const Unit& unit, const std::vector<std::string>& patterns,
                           const std::string& code_record) {
  NameMap holders, inlined;
  bool is_whole = false;  // the plugin will say so
  for_each_line(code_record, [&](char kind, std::string_view first, std::string_view second) {
    if (kind == 'i' || kind == 'r') holders[first].push_back(second);
    if (kind == 'i') inlined[second].push_back(first);
    if (kind == 'n') is_whole = true;
  });
  InsidePatterns matcher(join(patterns, "\n"));
  std::set<std::string_view> names;
  for (const UnitFunction& function : unit.functions)
    if (matcher.match(qualified_name_of(function.name), unit.files[function.file]) ==
        Match::included)
      names.insert(function.name);
  add_reachable(holders, names);
  add_reachable(inlined, names);
  uint64_t instructions = 0;
  for (const UnitFunction& function : unit.functions)
    if (is_whole || names.contains(function.name)) instructions += function.instructions;
  return instructions;
}

}  // namespace cutaway
