// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stubs of functions that write to memory they are given:
//
//   static ssize_t get(void* a1, size_t) {
//     static std::size_t next = 0;
//     switch (next++) {
//       case 0:
//         std::memcpy(a1, "RIFF", 4);
//         return 4;
//       default:
//         return 0;
//     }
//   }
//
// Written is what the inside read of it and did not have there before, as on replay.
#include <fmt/format.h>

#include <algorithm>

#include "abi/weave.h"
#include "base/text.h"
#include "recording/describe.h"
#include "recording/text_readers.h"
#include "testgen/literals.h"
#include "testgen/scene_writer.h"

namespace cutaway {
namespace {

constexpr uint64_t k_reach = 4096;        // bytes of memory that is given
constexpr uint64_t k_most_elements = 16;  // that are set one by one

// How much the callee may have written where argument `at` points to: strtol() and the like read
// their first and write one pointer by their second.
uint64_t reach_of(const std::string& callee, size_t at) {
  if (at == 0 && reads_text(callee)) return 0;
  return reads_number(callee) ? sizeof(char*) : k_reach;
}

std::optional<Output> find_target(const ScriptOutcall& outcall, const OutsideWrite& write) {
  std::optional<Output> found;
  size_t word = 0;
  for (const Leaf& leaf : outcall.site.arguments) {
    size_t at = word;
    word += std::max<uint32_t>(1, leaf.slots());
    if (at >= outcall.arguments.size()) break;
    bool may_write = leaf.kind == LeafKind::Pointer && !leaf.type.starts_with("const ");
    uint64_t address = outcall.arguments[at].value;
    if (!may_write || address == 0 || write.address < address) continue;
    uint64_t offset = write.address - address;
    if (offset < reach_of(outcall.callee, at) && (!found || offset < found->offset))
      found = Output{at, offset};
  }
  return found;
}

size_t first_word(const llvm::DISubprogram* function, const ScriptOutcall& outcall) {
  bool has_sret = !outcall.site.arguments.empty() && outcall.site.arguments[0].name == "sret";
  return (has_sret ? 1 : 0) + (has_this(function) ? 1 : 0);
}

// Whose value the word is, if it and all before it are one word each.
std::optional<size_t> parameter_of(const llvm::DISubprogram* function, const ScriptOutcall& outcall,
                                   size_t word) {
  size_t first = first_word(function, outcall);
  auto parameters = parameters_of(function);
  if (word < first || word - first >= parameters.size()) return std::nullopt;
  for (size_t i = 0; i <= word - first; ++i)
    if (size_of(parameters[i]) > 8 || class_of(parameters[i]) != nullptr) return std::nullopt;
  return word - first;
}

std::string indented(const std::string& lines) {
  std::string text;
  for (const std::string& line : split(lines, '\n')) text += "      " + line + "\n";
  return text;
}

}  // namespace

// What the inside first finds in an object of the outside was there before the call. In its own
// memory, and in plain memory that it hands on, the call has written it.
bool SceneWriter::is_own_object(const ScriptOutcall& outcall, size_t word,
                                const std::set<uint64_t>& seen, const OutsideWrite& write) {
  uint64_t address = outcall.arguments[word].value;
  bool is_local =
      address >= k_inside_stacks && address < k_inside_stacks + k_max_threads * k_inside_stack_size;
  if (is_local || is_inside_memory(address) || seen.contains(write.address)) return false;
  auto function = types_->find_function(outcall.callee);
  if (!function || *function == nullptr) return false;
  if (outcall.site.arguments[0].name == "this" && word == 0) return true;
  auto parameter = parameter_of(*function, outcall, word);
  return parameter && class_of(pointee_of(parameters_of(*function)[*parameter])) != nullptr;
}

void SceneWriter::note_outputs() {
  std::set<uint64_t> seen;
  auto note = [&](const OutsideWrite& write) {
    for (uint64_t i = 0; i < (write.image ? 8 : write.bytes.size()); ++i)
      seen.insert(write.address + i);
  };
  for (const ScriptCall& call : script_.calls) {
    std::ranges::for_each(call.writes, note);
    for_each_outcall(call, [&](const ScriptOutcall& outcall) {
      note_inside_memory(outcall);
      for (const OutsideWrite& write : outcall.writes) {
        auto target = find_target(outcall, write);
        if (target && !is_own_object(outcall, target->word, seen, write))
          outputs_.emplace(&write, *target);
        note(write);
      }
    });
  }
  inside_blocks_.clear();
}

bool SceneWriter::is_output(const OutsideWrite& write) const { return outputs_.contains(&write); }

// Element by element if the parameter says what these are, else as bytes.
Result<std::string> SceneWriter::fill(const llvm::DIType* parameter, const std::string& name,
                                      uint64_t offset, const OutsideWrite& write) {
  const llvm::DIType* pointee = underlying(pointee_of(parameter));
  uint64_t size = pointee != nullptr ? size_of(pointee) : 0;
  uint64_t bytes = write.image ? 8 : write.bytes.size();
  if (size <= 1) {
    if (write.image || is_reference(parameter))
      return user_fault("", "what is filled cannot be told");
    return fill_bytes(parameter, name, offset, memory_.bytes(write.address, bytes));
  }
  uint64_t first = offset / size, last = (offset + bytes - 1) / size;
  if (class_of(pointee) != nullptr || last - first >= k_most_elements)
    return user_fault("", "many elements are filled");
  std::vector<std::string> lines;
  for (uint64_t i = first; i <= last; ++i) {
    CUTAWAY_ASSIGN(std::string text, value(pointee, write.address - offset + i * size));
    lines.push_back(is_reference(parameter) ? fmt::format("{} = {};", name, text)
                    : i == 0                ? fmt::format("*{} = {};", name, text)
                                            : fmt::format("{}[{}] = {};", name, i, text));
  }
  return join(lines, "\n");
}

std::string SceneWriter::fill_bytes(const llvm::DIType* parameter, const std::string& name,
                                    uint64_t offset, const std::string& bytes) {
  bool is_void = pointee_of(parameter) == nullptr || size_of(pointee_of(parameter)) == 0;
  spelling_.need_system("cstring");
  std::string to = offset == 0 ? name
                   : is_void   ? fmt::format("static_cast<char*>({}) + {}", name, offset)
                               : fmt::format("{} + {}", name, offset);
  return fmt::format("std::memcpy({}, {}, {});", to, string_literal(bytes), bytes.size());
}

// What a function like read() returns is how many bytes it wrote, and some argument says how many
// there may be. All of them are written, since
// what the inside has in the place of a local before is another thing in a test; those that it
// did not read are what they were in the last call, or 0.
uint64_t SceneWriter::counted_bytes(const llvm::DISubprogram* function,
                                    const llvm::DIType* parameter, const ScriptOutcall& outcall) {
  const llvm::DIType* pointee = pointee_of(parameter);
  bool is_bytes = pointee == nullptr || size_of(underlying(pointee)) <= 1;
  const llvm::DIType* type = result_of(function);
  bool is_count = type != nullptr && class_of(type) == nullptr && pointee_of(type) == nullptr &&
                  outcall.results.size() == 1;
  uint64_t count = is_bytes && is_count ? outcall.results[0].value : 0;
  size_t word = 0;
  bool has_room = false;
  for (const Leaf& leaf : outcall.site.arguments) {
    bool is_number = leaf.kind == LeafKind::Integer && word < outcall.arguments.size();
    if (is_number && outcall.arguments[word].value >= count) has_room = true;
    word += std::max<uint32_t>(1, leaf.slots());
  }
  return has_room && count <= k_reach ? count : 0;
}

Result<std::string> SceneWriter::fill_all(const llvm::DISubprogram* function,
                                          const ScriptOutcall& outcall,
                                          const std::vector<std::string>& names) {
  std::string text;
  auto parameters = parameters_of(function);
  std::vector<uint64_t> counted(parameters.size());
  for (const OutsideWrite& write : outcall.writes)
    if (is_output(write)) memory_.write(write);
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (names[i].empty()) continue;
    counted[i] = counted_bytes(function, parameters[i], outcall);
    uint64_t address = outcall.arguments[first_word(function, outcall) + i].value;
    if (counted[i] != 0)
      text += fill_bytes(parameters[i], names[i], 0, memory_.bytes(address, counted[i])) + "\n";
  }
  for (const OutsideWrite& write : outcall.writes) {
    auto output = outputs_.find(&write);
    if (output == outputs_.end()) continue;
    auto [word, offset] = output->second;
    size_t i = word - first_word(function, outcall);
    if (offset + write.bytes.size() <= counted[i] && !write.image) continue;
    CUTAWAY_ASSIGN(std::string line, fill(parameters[i], names[i], offset, write));
    text += line + "\n";
  }
  return text;
}

// Of the parameters that some call writes to.
Result<std::vector<std::string>> SceneWriter::names_of_filled(
    const llvm::DISubprogram* function, const std::vector<const ScriptOutcall*>& outcalls) {
  std::vector<std::string> names(parameters_of(function).size());
  for (const ScriptOutcall* outcall : outcalls) {
    for (const OutsideWrite& write : outcall->writes) {
      auto output = outputs_.find(&write);
      if (output == outputs_.end()) continue;
      auto parameter = parameter_of(function, *outcall, output->second.word);
      if (!parameter) return user_fault("", "an object is filled");
      names[*parameter] = fmt::format("a{}", *parameter + 1);
    }
  }
  return names;
}

// Which call it is says what is written and returned; after the last one the last answer is given.
Result<std::string> SceneWriter::filling_body(const llvm::DISubprogram* function,
                                              const std::vector<const ScriptOutcall*>& outcalls,
                                              std::vector<std::string>* names) {
  const Error refused =
      user_fault("", short_name(outcalls[0]->callee) + " writes to memory it is given");
  const llvm::DIType* type = result_of(function);
  auto filled_names = names_of_filled(function, outcalls);
  if (!filled_names) return refused;
  *names = *filled_names;
  std::vector<std::string> cases;
  std::string last;
  for (const ScriptOutcall* outcall : outcalls) {
    auto filled = fill_all(function, *outcall, *names);
    if (!filled) return refused;
    last = "break;";
    if (type != nullptr) {
      CUTAWAY_ASSIGN(std::string text, answer(type, *outcall));
      if (text.starts_with("static ")) return refused;
      last = fmt::format("return {};", text);
    }
    cases.push_back(*filled + last);
  }
  spelling_.need_system("cstddef");
  std::string body = "static std::size_t next = 0;\n  switch (next++) {\n";
  for (size_t i = 0; i < cases.size(); ++i) {
    if (cases[i] == last) continue;
    body += fmt::format("    case {}:\n", i);
    bool is_same_as_next = i + 1 < cases.size() && cases[i + 1] == cases[i];
    if (!is_same_as_next) body += indented(cases[i]);
  }
  return body + "    default:\n" + indented(last) + "  }";
}

}  // namespace cutaway
