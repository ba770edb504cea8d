// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "failure/failure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdlib>
#include <map>

#include "recording/run_info.h"

namespace cutaway {
namespace {

// Below it no program has memory: a null pointer with an offset.
constexpr uint64_t k_null_pages = 64 << 10;

struct KindName {
  FailureKind kind;
  const char* name;
};

constexpr KindName k_kinds[] = {
    {FailureKind::None, "none"},           {FailureKind::Signal, "signal"},
    {FailureKind::Exception, "exception"}, {FailureKind::Abort, "abort"},
    {FailureKind::Assertion, "assertion"}, {FailureKind::DoubleFree, "double free"},
    {FailureKind::Outside, "outside"},     {FailureKind::Overflow, "stack overflow"},
    {FailureKind::Sanitizer, "sanitizer"}, {FailureKind::Declared, "declared"},
    {FailureKind::Hang, "hang"},           {FailureKind::Exit, "exit"},
    {FailureKind::Output, "output"},       {FailureKind::Script, "script"},
};

const char* name_of(FailureKind kind) {
  const auto* found = std::ranges::find(k_kinds, kind, &KindName::kind);
  return found != std::end(k_kinds) ? found->name : "none";
}

FailureKind kind_named(const std::string& name) {
  const auto* found =
      std::ranges::find_if(k_kinds, [&](const KindName& kind) { return kind.name == name; });
  return found != std::end(k_kinds) ? found->kind : FailureKind::None;
}

int signal_named(const std::string& name) {
  for (int signal = 1; signal < NSIG; ++signal)
    if (signal_name(signal) == name) return signal;
  return 0;
}

// Numbers and addresses differ between runs of the same failure.
std::string without_numbers(const std::string& message) {
  std::string text;
  for (size_t i = 0; i < message.size();) {
    if (std::isdigit(static_cast<unsigned char>(message[i])) == 0) {
      text += message[i++];
      continue;
    }
    bool is_hex = message.compare(i, 2, "0x") == 0;
    i += is_hex ? 2 : 0;
    while (i < message.size() && (is_hex ? std::isxdigit(static_cast<unsigned char>(message[i]))
                                         : std::isdigit(static_cast<unsigned char>(message[i]))))
      ++i;
    text += '#';
  }
  return text;
}

bool is_memory_fault(const Failure& failure) {
  return failure.kind == FailureKind::Signal &&
         (failure.signal == SIGSEGV || failure.signal == SIGBUS);
}

std::string short_place(const Frame& frame) {
  std::string file = frame.file.substr(frame.file.rfind('/') + 1);
  return frame.line == 0 ? file : fmt::format("{}:{}", file, frame.line);
}

std::string describe_what(const Failure& failure) {
  switch (failure.kind) {
    case FailureKind::Exception:
      return "uncaught " + (failure.type.empty() ? std::string("exception") : failure.type) +
             (failure.message.empty() ? "" : fmt::format(" \"{}\"", failure.message));
    case FailureKind::Assertion:
      return fmt::format("failed assertion \"{}\"", failure.message);
    case FailureKind::Abort:
      return failure.message.empty() ? "abort" : failure.message;
    case FailureKind::DoubleFree:
      return "double free";
    case FailureKind::Overflow:
      return "stack overflow";
    case FailureKind::Outside:
      return signal_name(failure.signal) + " in a call of the outside";
    case FailureKind::Sanitizer:
      return failure.message.starts_with("AddressSanitizer")
                 ? failure.message
                 : "undefined behaviour: " + failure.message;
    case FailureKind::Declared:
      return fmt::format("CUTAWAY_FAIL(\"{}\")", failure.message);
    case FailureKind::Hang:
      return failure.message.empty() ? "hang" : "hang: " + failure.message;
    case FailureKind::Exit:
      return fmt::format("exit status {}", failure.status);
    case FailureKind::Output:
      return failure.message;
    case FailureKind::Script:
      return "what the script finds";
    default:
      return signal_name(failure.signal);
  }
}

// Or of the compiler: where an exception meets a function that is noexcept. Or of CUTAWAY_FAIL.
bool is_of_library(const Frame& frame) {
  return frame.function == "__clang_call_terminate" || frame.function == "cutaway_fail" ||
         frame.file.starts_with("/usr/") || frame.function.starts_with("std::") ||
         frame.function.starts_with("__gnu_cxx::");
}

}  // namespace

// The stack ends in whatever the innermost round called last. Which functions make up a round shows
// by their number: all are there about as often as the most frequent one.
std::set<std::string> recursion_of(const Failure& failure) {
  if (failure.kind != FailureKind::Overflow) return {};
  std::map<std::string, size_t> counts;
  size_t most = 0;
  for (const Frame& frame : failure.stack) most = std::max(most, ++counts[frame.linkage_name]);
  std::set<std::string> functions;
  for (const auto& [name, count] : counts)
    if (2 * count >= most) functions.insert(name);
  return functions;
}

const Frame* place_of(const Failure& failure) {
  std::set<std::string> recursion = recursion_of(failure);
  auto counts = [&](const Frame& frame) {
    return recursion.empty() || recursion.contains(frame.linkage_name);
  };
  for (const Frame& frame : failure.stack)
    if (!is_of_library(frame) && counts(frame)) return &frame;
  return failure.stack.empty() ? nullptr : &failure.stack.front();
}

std::string signature_of(const Failure& failure) {
  std::string text = fmt::format("{}|{}|{}|{}|{}", name_of(failure.kind), failure.signal,
                                 failure.status, failure.type, without_numbers(failure.message));
  if (failure.kind == FailureKind::Overflow) {
    for (const std::string& function : recursion_of(failure)) text += "|" + function;
    return text;
  }
  if (is_memory_fault(failure)) text += failure.address < k_null_pages ? "|null" : "|wild";
  const Frame* place = place_of(failure);
  if (place != nullptr && failure.kind == FailureKind::Hang) return text + "|" + place->function;
  if (place != nullptr) text += fmt::format("|{}|{}:{}", place->function, place->file, place->line);
  return text;
}

std::string describe(const Failure& failure) {
  std::string text = describe_what(failure);
  const Frame* place = place_of(failure);
  if (place == nullptr) return text;
  return fmt::format("{} in {} ({})", text, place->function, short_place(*place));
}

Json to_json(const Failure& failure) {
  Json stack = Json::array();
  for (const Frame& frame : failure.stack) {
    stack.push_back({{"function", frame.function},
                     {"linkage_name", frame.linkage_name},
                     {"file", frame.file},
                     {"line", frame.line},
                     {"inlined", frame.is_inlined}});
  }
  Json json = {{"kind", name_of(failure.kind)},
               {"text", describe(failure)},
               {"signature", signature_of(failure)}};
  if (failure.kind == FailureKind::Exit) json["status"] = failure.status;
  if (failure.signal != 0) json["signal"] = signal_name(failure.signal);
  if (is_memory_fault(failure)) json["address"] = fmt::format("{:#x}", failure.address);
  if (!failure.type.empty()) json["type"] = failure.type;
  if (!failure.message.empty()) json["message"] = failure.message;
  if (const Frame* place = place_of(failure)) {
    json["function"] = place->function;
    json["file"] = place->file;
    json["line"] = place->line;
  }
  json["stack"] = std::move(stack);
  return json;
}

Failure parse_failure(const Json& json) {
  Failure failure;
  if (!json.is_object()) return failure;
  failure.kind = kind_named(get_text(json, "kind"));
  failure.signal = signal_named(get_text(json, "signal"));
  failure.status = get_number<int>(json, "status");
  failure.address = std::strtoull(get_text(json, "address").c_str(), nullptr, 16);
  failure.type = get_text(json, "type");
  failure.message = get_text(json, "message");
  auto stack = json.find("stack");
  if (stack == json.end() || !stack->is_array()) return failure;
  for (const Json& frame : *stack) {
    if (!frame.is_object()) continue;
    failure.stack.push_back({get_text(frame, "function"), get_text(frame, "linkage_name"),
                             get_text(frame, "file"), get_number<uint32_t>(frame, "line"),
                             get_bool(frame, "inlined")});
  }
  return failure;
}

}  // namespace cutaway
