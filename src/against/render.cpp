// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The list of differences in words.
#include <fmt/format.h>

#include "against/against.h"
#include "base/text.h"

namespace cutaway {
namespace {

// "amount (long)", "argument 2"
std::string name_value(const Json& difference, const char* what) {
  std::string name = get_text(difference, "name");
  std::string type = get_text(difference, "type");
  if (name.empty())
    name = fmt::format("{} {}", what, get_number<uint64_t>(difference, "index") + 1);
  return type.empty() ? name : fmt::format("{} ({})", name, type);
}

std::string value_of(const Json& difference, const std::string& key) {
  std::string text = get_text(difference, (key + "_text").c_str());
  return text.empty() ? get_text(difference, (key + "_value").c_str()) : quote_preview(text, 60);
}

std::string compare_values(const Json& difference) {
  return fmt::format("{}, was {}", value_of(difference, "actual"),
                     value_of(difference, "expected"));
}

std::string describe_what(const Json& difference) {
  std::string what = get_text(difference, "what");
  std::string site = get_text(difference, "site_name"), place = get_text(difference, "site_place");
  std::string at = place.empty() ? "" : "  at " + place;
  std::string call = get_text(difference, "call");
  if (what == "missing") return "no longer " + call;
  if (what == "extra") {
    bool is_answered = get_bool(difference, "answered");
    return call + ", which is not recorded" + (is_answered ? "" : " (answered with 0)");
  }
  if (what == "argument")
    return fmt::format("calls {} with {} = {}{}", site, name_value(difference, "argument"),
                       compare_values(difference), at);
  if (what == "result") return "returns " + compare_values(difference);
  std::string expected = get_text(difference, "expected_type");
  std::string actual = get_text(difference, "actual_type");
  if (what == "exception") return "throws " + actual + ", returned before";
  if (what == "no_exception") return "returns, threw " + expected + " before";
  if (what == "other_exception") return fmt::format("throws {}, was {}", actual, expected);
  return what;
}

std::string render_difference(const Json& difference) {
  std::string function = get_text(difference, "function_name");
  return fmt::format("  #{} {}: {}\n", get_number<uint64_t>(difference, "incall"),
                     function.empty() ? "?" : function, describe_what(difference));
}

std::string failure_text(const Json& failure, const char* key) {
  auto found = failure.find(key);
  return found != failure.end() && found->is_object() ? get_text(*found, "text") : "";
}

std::string render_failure(const Json& failure) {
  std::string difference = get_text(failure, "difference");
  std::string recorded = failure_text(failure, "recorded"), now = failure_text(failure, "now");
  if (difference == "same") return "  failure: the same: " + now + "\n";
  if (difference == "gone") return "  failure: gone: was " + recorded + "\n";
  if (difference == "other") return fmt::format("  failure: another: {}, was {}\n", now, recorded);
  if (difference == "new") return "  failure: new: " + now + "\n";
  return "";
}

std::string headline(const Json& report) {
  auto count = get_number<uint64_t>(report, "difference_count");
  std::string outcome = get_text(report, "outcome");
  std::string what = count == 0 ? "no difference" : count_of(count, "difference");
  if (outcome == "cannot_run") what = "cannot run to its end, " + what;
  if (get_bool(report, "stopped")) what = "stopped at a difference";
  return fmt::format("{} against {}: {} in {} of {}\n", get_text(report, "recording"),
                     get_text(report, "against"), what,
                     format_count(get_number<uint64_t>(report, "incalls")),
                     count_of(get_number<uint64_t>(report, "recorded_incalls"), "incall"));
}

}  // namespace

std::string render_against(const Json& report) {
  std::string text = headline(report);
  for (const Json& function : report.at("gone")) {
    std::string place = get_text(function, "place");
    text += fmt::format("  {}{}: {}: {} cannot run\n", get_text(function, "function"),
                        place.empty() ? "" : " at " + place, get_text(function, "why"),
                        count_of(get_number<uint64_t>(function, "incalls"), "incall"));
  }
  for (const Json& difference : report.at("differences")) text += render_difference(difference);
  auto count = get_number<uint64_t>(report, "difference_count");
  if (count > report.at("differences").size())
    text +=
        fmt::format("  ... and {} more\n", format_count(count - report.at("differences").size()));
  text += render_failure(report.at("failure"));
  if (report.contains("why")) text += "  " + get_text(report, "why") + "\n";
  if (report.contains("note")) text += "  note: " + get_text(report, "note") + "\n";
  return text;
}

std::string render_one_difference(const Json& difference) { return render_difference(difference); }

}  // namespace cutaway
