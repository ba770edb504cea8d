// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "against/stand_ins.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "against/test_recording.h"
#include "base/file.h"
#include "base/process.h"
#include "base/text.h"

namespace cutaway {
namespace {

constexpr uint64_t k_unknown_bytes = 4096;
constexpr int k_no_time_limit = 0;

// The replayer must not take it for something of the inside that stands in the same place.
std::string define_function(const std::string& name) {
  return fmt::format(
      ".text\n.globl \"{0}\"\n.type \"{0}\",@function\n.p2align 4\n\"{0}\":\n"
      "  leaq 1f(%rip), %rdi\n  subq $8, %rsp\n  call cutaway_stand_in_called@PLT\n"
      "  .size \"{0}\", .-\"{0}\"\n.section .rodata.str,\"a\"\n1: .asciz \"{0}\"\n",
      name);
}

std::string define_variable(const std::string& name, uint64_t bytes) {
  return fmt::format(
      ".section .cutaway_stand_ins,\"aw\",@nobits\n.globl \"{0}\"\n.type \"{0}\",@object\n"
      ".p2align 6\n\"{0}\": .zero {1}\n.size \"{0}\", {1}\n",
      name, bytes);
}

// Tells AddressSanitizer which part of a variable is no part of it, as its pass does: address,
// size, size with redzone, name, file, is it initialised dynamically, place, -1: others may have
// the name.
std::string define_redzone(const ElfSymbol& variable) {
  return fmt::format(
      ".section asan_globals,\"awo\",@progbits,\"{0}\"\n.p2align 3\n"
      "  .quad \"{0}\", {1}, {2}, 1f, 2f, 0, 0, -1\n"
      ".section .rodata.str,\"a\"\n1: .asciz \"{0}\"\n2: .asciz \"the outside\"\n",
      variable.name, variable.size - variable.redzone, variable.size);
}

// Without its bases: they are the outside's.
std::string define_type(const std::string& name) {
  return fmt::format(
      ".section .data.rel.ro,\"aw\"\n.globl \"{0}\"\n.type \"{0}\",@object\n.p2align 3\n"
      "\"{0}\": .quad _ZTVN10__cxxabiv117__class_type_infoE+16\n  .quad 1f\n.size \"{0}\", 16\n"
      ".section .rodata.str,\"a\"\n1: .asciz \"{1}\"\n",
      name, name.substr(4));
}

std::string define_type_name(const std::string& name) {
  return fmt::format(
      ".section .rodata.str,\"a\"\n.globl \"{0}\"\n.type \"{0}\",@object\n\"{0}\": .asciz "
      "\"{1}\"\n",
      name, name.substr(4));
}

// Says which function was called and ends the process.
constexpr const char* k_stand_in_called =
    ".text\n.type cutaway_stand_in_called,@function\n.p2align 4\ncutaway_stand_in_called:\n"
    "  movq %rdi, %rdx\n  leaq 1f(%rip), %rsi\n  movl $2, %edi\n  xorl %eax, %eax\n"
    "  call dprintf@PLT\n  call abort@PLT\n.section .rodata.str,\"a\"\n"
    "1: .asciz \"cutaway: %s is of the outside and is not in this test\\n\"\n";

std::vector<std::string> with(std::vector<std::string> command,
                              std::initializer_list<std::string> more) {
  command.insert(command.end(), more.begin(), more.end());
  return command;
}

Result<std::vector<ElfSymbol>> read_known(const std::string& recording) {
  CUTAWAY_ASSIGN(RecordingReader reader, RecordingReader::open(recording));
  while (true) {
    CUTAWAY_ASSIGN(std::optional<Event> event, reader.next());
    if (!event) break;
  }
  std::vector<ElfSymbol> symbols;
  for (const Module& module : reader.state().tables().modules()) {
    auto image = find_kept_image(reader, module.id);
    if (image) symbols.insert(symbols.end(), image->symbols.begin(), image->symbols.end());
  }
  return symbols;
}

Result<int> run_link(const std::vector<std::string>& command) {
  CUTAWAY_ASSIGN(ProcessOutput output, run_and_capture(command, {}, k_no_time_limit));
  fmt::print(stderr, "{}", output.text);
  return output.end.signal != 0 ? 128 + output.end.signal : output.end.exit_status;
}

}  // namespace

std::string write_stand_ins(const std::vector<std::string>& missing,
                            const std::vector<ElfSymbol>& known) {
  std::map<std::string, const ElfSymbol*> symbols;
  for (const ElfSymbol& symbol : known) symbols.try_emplace(symbol.name, &symbol);
  std::string text = k_stand_in_called;
  for (const std::string& name : missing) {
    auto found = symbols.find(name);
    bool is_known = found != symbols.end();
    if (name.starts_with("_ZTI")) text += define_type(name);
    else if (name.starts_with("_ZTS")) text += define_type_name(name);
    else if (is_known && !found->second->is_function) {
      text += define_variable(name, std::max<uint64_t>(found->second->size, 16));
      if (found->second->redzone != 0) text += define_redzone(*found->second);
    } else if (!is_known && name.starts_with("_ZTV"))
      text += define_variable(name, k_unknown_bytes);
    else text += define_function(name);
  }
  return text + ".section .note.GNU-stack,\"\",@progbits\n";
}

std::vector<std::string> parse_undefined(const std::string& messages) {
  std::set<std::string> names;
  for (const std::string& line : split(messages, '\n')) {
    for (std::string_view start : {"undefined symbol: ", "undefined reference to "}) {
      size_t at = line.find(start);
      if (at == std::string::npos) continue;
      std::string name = line.substr(at + start.size());
      if (!name.empty() && (name[0] == '`' || name[0] == '\'' || name[0] == '"')) name.erase(0, 1);
      names.insert(name.substr(0, name.find_first_of(" '\"`")));
    }
  }
  names.erase("");
  return {names.begin(), names.end()};
}

Result<int> link_with_stand_ins(const std::string& recording,
                                const std::vector<std::string>& command) {
  CUTAWAY_ASSIGN(std::vector<ElfSymbol> known, read_known(recording));
  CUTAWAY_ASSIGN(TempDir folder, TempDir::create());
  std::vector<std::string> trial =
      with(command, {"-Wl,--warn-unresolved-symbols", "-Wl,--no-demangle"});
  auto output = std::ranges::find(trial, "-o");
  if (output == trial.end() || std::next(output) == trial.end())
    return Error{ErrorCode::Usage, "", "the link command has no output", "name it with -o"};
  *std::next(output) = folder.path() + "/trial";
  CUTAWAY_ASSIGN(ProcessOutput tried,
                 run_and_capture(trial, {{"LC_ALL", "C"}, {"CUTAWAY_KEEP_STORE", std::nullopt}},
                                 k_no_time_limit));
  std::vector<std::string> missing = parse_undefined(tried.text);
  if (missing.empty()) return run_link(command);
  std::string source = folder.path() + "/stand_ins.s", object = folder.path() + "/stand_ins.o";
  CUTAWAY_TRY(write_file(source, write_stand_ins(missing, known)));
  CUTAWAY_ASSIGN(int assembled, run_link({command[0], "-c", source, "-o", object}));
  if (assembled != 0) return assembled;
  return run_link(with(command, {object}));
}

}  // namespace cutaway
