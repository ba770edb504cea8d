// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "replay/replay_report.h"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <optional>

#include "base/text.h"
#include "recording/describe.h"
#include "recording/elf_image.h"
#include "recording/run_info.h"
#include "recording/signature.h"
#include "recording/stream_end.h"

namespace cutaway {
namespace {

// "0x2a", or "/path/module+0x2a" for an address in an image.
struct ReportedSlot {
  std::optional<uint64_t> value;
  std::string module;
  uint64_t offset = 0;
};

std::optional<uint64_t> parse_hex(std::string_view text) {
  if (!text.starts_with("0x")) return std::nullopt;
  uint64_t value = 0;
  auto [rest, problem] = std::from_chars(text.data() + 2, text.data() + text.size(), value, 16);
  if (problem != std::errc() || rest != text.data() + text.size()) return std::nullopt;
  return value;
}

ReportedSlot parse_slot(const std::string& text) {
  ReportedSlot slot;
  slot.value = parse_hex(text);
  size_t plus = text.rfind('+');
  if (slot.value || plus == std::string::npos) return slot;
  if (auto offset = parse_hex(std::string_view(text).substr(plus + 1))) {
    slot.module = text.substr(0, plus);
    slot.offset = *offset;
  }
  return slot;
}

// Symbols of the modules that a report names.
class ImageNames {
 public:
  std::string name(const std::string& path, uint64_t offset) {
    auto [entry, is_new] = tables_.try_emplace(path);
    auto& [image, symbols] = entry->second;
    if (auto file = is_new ? ElfImage::open(path) : Result<ElfImage>(user_fault(path, "")); file) {
      for (ElfSymbol& symbol : file->read_symbols())
        symbols.try_emplace(symbol.offset, std::move(symbol));
      image.emplace(std::move(*file));
    }
    auto after = symbols.upper_bound(offset);
    if (after != symbols.begin()) {
      const ElfSymbol& symbol = std::prev(after)->second;
      uint64_t delta = offset - symbol.offset;
      if (delta <= symbol.size)
        return short_name(symbol.name) + (delta == 0 ? "" : fmt::format("+{:#x}", delta));
    }
    std::string literal = image ? image->read_literal(offset) : "";
    if (!literal.empty()) return quote_preview(literal, 60);
    return fmt::format("{}+{:#x}", path.substr(path.rfind('/') + 1), offset);
  }

 private:
  struct Table {
    std::optional<ElfImage> image;
    std::map<uint64_t, ElfSymbol> symbols;  // by offset
  };
  std::map<std::string, Table> tables_;
};

class Explainer {
 public:
  Json explain(const Json& report) {
    Json result = report;
    add_names(&result, "function");
    add_names(&result, "site");
    add_names(&result, "expected_site");
    add_difference(&result);
    for (const char* key : {"pc", "address"}) {
      if (result.contains("failure") && result["failure"].is_object())
        name_slot(&result["failure"], key);
    }
    if (result.contains("last_crossings") && result["last_crossings"].is_array()) {
      for (Json& crossing : result["last_crossings"]) {
        if (crossing.is_object()) crossing["line"] = crossing_line(crossing);
      }
    }
    return result;
  }

 private:
  void add_names(Json* object, const char* key) {
    std::string text = get_text(*object, key);
    if (text.empty()) return;
    Signature signature = parse_signature(text);
    (*object)[std::string(key) + "_name"] =
        signature.name.empty() ? "the call" : short_name(signature.name);
    (*object)[std::string(key) + "_place"] = place_of(signature);
  }

  void name_slot(Json* object, const char* key) {
    ReportedSlot slot = parse_slot(get_text(*object, key));
    if (!slot.module.empty())
      (*object)[std::string(key) + "_name"] = names_.name(slot.module, slot.offset);
  }

  std::string describe_slot(const std::string& text, const Leaf& leaf) {
    ReportedSlot slot = parse_slot(text);
    if (!slot.module.empty()) return names_.name(slot.module, slot.offset);
    if (!slot.value) return text;
    if (leaf.slots() != 1) return text;
    StreamTables no_tables;
    SymbolTable no_symbols;
    return Describer(no_tables, no_symbols).value(leaf, std::span(&*slot.value, 1), false);
  }

  // The leaf that slot `index` belongs to.
  static Leaf leaf_at(const std::vector<Leaf>& leaves, uint64_t index) {
    uint64_t first = 0;
    for (const Leaf& leaf : leaves) {
      if (index < first + leaf.slots()) return leaf;
      first += leaf.slots();
    }
    return {};
  }

  void add_difference(Json* report) {
    std::string what = get_text(*report, "what");
    bool is_argument = what == "argument";
    bool is_result = what == "result";
    Leaf leaf;
    if ((is_argument || is_result) && report->contains("index")) {
      Signature signature = parse_signature(get_text(*report, is_argument ? "site" : "function"));
      leaf = leaf_at(is_argument ? signature.arguments : signature.results,
                     get_number<uint64_t>(*report, "index"));
      (*report)["name"] = leaf.name;
      (*report)["type"] = leaf.type;
    }
    for (const char* key : {"expected", "actual"}) {
      std::string text = get_text(*report, key);
      if (!text.empty()) (*report)[std::string(key) + "_value"] = describe_slot(text, leaf);
    }
  }

  std::vector<std::string> describe_values(const Json& crossing, const std::vector<Leaf>& leaves,
                                           size_t first) {
    std::vector<std::string> slots = get_texts(crossing, "values");
    std::vector<std::string> parts;
    size_t at = first;
    for (const Leaf& leaf : leaves) {
      if (at >= slots.size()) break;
      std::string value = leaf.slots() == 1 ? describe_slot(slots[at], leaf) : slots[at] + "...";
      parts.push_back(leaf.name.empty() ? value : leaf.name + " = " + value);
      at += std::max<uint32_t>(1, leaf.slots());
    }
    return parts;
  }

  std::string crossing_line(const Json& crossing) {
    std::string kind = get_text(crossing, "kind");
    Signature signature = parse_signature(get_text(crossing, "text"));
    std::string name = signature.name.empty() ? "a call" : short_name(signature.name);
    std::string place = place_of(signature).empty() ? "" : "  at " + place_of(signature);
    if (kind == "incall") {
      return fmt::format("#{} {}({}){}", get_number<uint64_t>(crossing, "incall"), name,
                         join(describe_values(crossing, signature.arguments, 0), ", "), place);
    }
    if (kind == "outcall") {
      return fmt::format("calls {}({}){}", name,
                         join(describe_values(crossing, signature.arguments, 1), ", "), place);
    }
    if (kind == "incall return" || kind == "outcall return") {
      std::string results = join(describe_values(crossing, signature.results, 0), ", ");
      return name + (results.empty() ? " returns" : " returns " + results);
    }
    return get_text(crossing, "text").empty() ? kind : fmt::format("{} {}{}", kind, name, place);
  }

  ImageNames names_;
};

// "f at x.cc:12"
std::string name_and_place(const Json& report, const std::string& key) {
  std::string name = get_text(report, (key + "_name").c_str());
  std::string place = get_text(report, (key + "_place").c_str());
  return place.empty() ? name : name + " at " + place;
}

std::string counts_line(const Json& report) {
  auto count = [&](const char* key, const char* thing) {
    return count_of(get_number<uint64_t>(report, key), thing);
  };
  return fmt::format("{}, {}, {}, {} patched", count("incalls", "incall"),
                     count("outcalls", "outcall"), count("events", "event"),
                     format_bytes(get_number<uint64_t>(report, "patched_bytes")));
}

std::string failure_line(const Json& failure) {
  int signal = get_number<int>(failure, "signal");
  std::string line = signal != 0 ? signal_name(signal) : get_text(failure, "text");
  std::string where = get_text(failure, "pc_name");
  if (!where.empty()) line += " in " + where;
  std::string address = signal != 0 ? get_text(failure, "address") : "";
  return address.empty() ? line : line + ", address " + address;
}

// What cutaway debug found; empty: it is not known.
std::string recorded_failure(const Json& report) {
  auto failure = report.find("recorded_failure");
  return failure != report.end() && failure->is_object() ? get_text(*failure, "text") : "";
}

std::string render_end(const Json& report) {
  std::string ended = get_text(report, "ended");
  if (ended == "failure" && report.contains("failure") && report["failure"].is_object()) {
    const Json& failure = report["failure"];
    const char* how = get_bool(failure, "reproduced")
                          ? "the recorded failure happened again"
                          : "the recording ends by a failure outside of the inside";
    std::string line = fmt::format("  {}: {}\n", how, failure_line(failure));
    std::string known = recorded_failure(report);
    return known.empty() ? line : line + "  recorded was: " + known + "\n";
  }
  if (ended == "truncated") {
    uint32_t reason = get_number<uint32_t>(report, "truncated_reason");
    return fmt::format("  the recording is truncated: {}\n",
                       describe_truncation(reason, get_text(report, "truncated_text")));
  }
  if (ended == "killed")
    return "  the recording stops there: the program was killed or left without exit()\n";
  return "";
}

std::string render_context(const Json& report) {
  std::string text;
  if (report.contains("last_crossings") && report["last_crossings"].is_array()) {
    text += "  last crossings:\n";
    for (const Json& crossing : report["last_crossings"]) {
      if (crossing.is_object()) text += "    " + get_text(crossing, "line") + "\n";
    }
  }
  for (const std::string& note : get_texts(report, "notes")) text += "  note: " + note + "\n";
  return text;
}

std::string render_difference(const Json& report) {
  std::string what = get_text(report, "what");
  std::string name = get_text(report, "name");
  std::string type = get_text(report, "type");
  if (report.contains("index") && name.empty())
    what += fmt::format(" {}", get_number<uint64_t>(report, "index") + 1);
  if (!name.empty()) what += " " + name;
  if (!type.empty()) what += " (" + type + ")";
  std::string expected = get_text(report, "expected_value");
  std::string actual = get_text(report, "actual_value");
  std::string detail = get_text(report, "actual_text");
  if (!detail.empty() && detail != actual) actual += " (" + detail + ")";
  std::string line = "  " + what + ":";
  if (!expected.empty()) line += " expected " + expected;
  if (!actual.empty()) line += (expected.empty() ? " got " : ", got ") + actual;
  line += "\n";
  std::string expected_site = name_and_place(report, "expected_site");
  if (what == "event kind" && !expected_site.empty())
    line += "  recorded was: " + expected_site + "\n";
  return line;
}

std::string render_divergence(const Json& report, const std::string& recording) {
  uint64_t incall = get_number<uint64_t>(report, "incall");
  std::string text =
      fmt::format("{}: replay diverged in incall {} at event {}, thread {}\n", recording, incall,
                  get_number<uint64_t>(report, "event"), get_number<uint64_t>(report, "thread"));
  std::string function = name_and_place(report, "function");
  if (!function.empty()) text += "  incall: " + function + "\n";
  std::string site = name_and_place(report, "site");
  if (!site.empty()) text += "  call: " + site + "\n";
  text += render_difference(report) + render_context(report);
  if (incall != 0)
    text += fmt::format("next: cutaway replay {} --gdb {}\n", shell_quote({recording}), incall);
  return text;
}

std::string render_failure_differs(const Json& report, const std::string& recording) {
  auto part = [&](const char* key) {
    return report.contains(key) && report[key].is_object() ? report[key] : Json::object();
  };
  Json actual = part("actual");
  std::string got = get_number<int>(actual, "signal") == 0 ? "" : failure_line(actual);
  std::string detail = get_text(actual, "text");
  if (!detail.empty()) got += got.empty() ? detail : " (" + detail + ")";
  std::string text = fmt::format("{}: the replay failed differently in incall {}\n", recording,
                                 get_number<uint64_t>(report, "incall"));
  std::string known = recorded_failure(report);
  text += fmt::format("  expected {}\n  got {}\n",
                      known.empty() ? failure_line(part("expected")) : known, got);
  return text + render_context(report);
}

}  // namespace

Json explain_report(const Json& report) { return Explainer().explain(report); }

std::string render_report(const Json& report, const std::string& recording) {
  std::string outcome = get_text(report, "outcome");
  if (outcome == "diverged") return render_divergence(report, recording);
  if (outcome == "failure_differs") return render_failure_differs(report, recording);
  if (outcome == "followed" || outcome == "stopped") {
    const char* how = outcome == "followed" ? "replay followed the recording to its end"
                                            : "replay stopped as asked";
    return fmt::format("{}: {}: {}\n", recording, how, counts_line(report)) + render_end(report) +
           render_context(report);
  }
  if (outcome == "other_build") {
    return fmt::format(
        "{}: recording of another build: the file has build id {}, the recording {}\n",
        get_text(report, "module"), get_text(report, "loaded_build_id"),
        get_text(report, "recorded_build_id"));
  }
  std::string detail = get_text(report, "detail");
  return fmt::format("{}: {}: {}{}\n", recording, outcome, get_text(report, "reason"),
                     detail.empty() ? "" : ": " + detail) +
         render_context(report);
}

int exit_code_of(const Json& report) {
  std::string outcome = get_text(report, "outcome");
  if (outcome == "followed" || outcome == "stopped") return 0;
  if (outcome == "diverged" || outcome == "failure_differs")
    return static_cast<int>(ErrorCode::Diverged);
  if (outcome == "other_build" || outcome == "failed_to_start" || outcome == "bad_recording") {
    return static_cast<int>(ErrorCode::UserFault);
  }
  return static_cast<int>(ErrorCode::Internal);
}

}  // namespace cutaway
