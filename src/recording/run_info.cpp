// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/run_info.h"

#include <fmt/format.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include <algorithm>

#include "recording/json.h"

namespace cutaway {
namespace {

// [allocation, crossing, by] each; by -1: a call that is left out; -2: of an object that code
// constructs.
Json to_json(const std::vector<CutawayRelease>& releases) {
  Json json = Json::array();
  for (const CutawayRelease& release : releases)
    json.push_back({release.allocation, release.crossing, static_cast<int64_t>(release.by)});
  return json;
}

std::optional<std::vector<CutawayRelease>> parse_releases(const Json& json) {
  auto found = json.find("releases");
  if (found == json.end() || !found->is_array()) return std::nullopt;
  std::vector<CutawayRelease> releases;
  for (const Json& item : *found) {
    bool is_good = item.is_array() && item.size() == 3 &&
                   std::ranges::all_of(item, [](const Json& n) { return n.is_number_integer(); });
    if (!is_good) continue;
    releases.push_back({item[0].get<uint64_t>(), item[1].get<uint64_t>(),
                        static_cast<uint64_t>(item[2].get<int64_t>())});
  }
  return releases;
}

}  // namespace

std::string to_json_text(const RunInfo& info) {
  Json json = {
      {"tool_version", info.tool_version},
      {"arguments", info.arguments},
      {"directory", info.directory},
      {"program", info.program},
      {"program_build_id", info.program_build_id},
      {"plan", info.plan},
      {"library_path", info.library_path},
      {"machine", info.machine},
      {"started_at", info.started_at},
      {"duration_s", info.duration_s},
      {"has_ended", info.has_ended},
      {"exit_status", info.exit_status},
      {"signal", info.signal},
      {"verify", info.verify},
  };
  if (!info.zoom.empty()) json["zoom"] = info.zoom;
  if (info.shrunk_from != 0) {
    json["shrunk_from"] = info.shrunk_from;
    json["live_functions"] = info.has_live_functions;
    json["live_numbers"] = info.has_live_numbers;
    json["conditions"] = info.conditions;
  }
  if (info.releases) json["releases"] = to_json(*info.releases);
  if (Json failure = Json::parse(info.failure, nullptr, false); failure.is_object())
    json["failure"] = std::move(failure);
  return to_line(json);
}

Result<RunInfo> parse_run_info(const std::string& text) {
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return user_fault("", "info is no JSON object");
  RunInfo info;
  info.tool_version = get_text(json, "tool_version");
  info.arguments = get_texts(json, "arguments");
  info.directory = get_text(json, "directory");
  info.program = get_text(json, "program");
  info.program_build_id = get_text(json, "program_build_id");
  info.plan = get_texts(json, "plan");
  info.zoom = get_texts(json, "zoom");
  info.library_path = get_text(json, "library_path");
  info.machine = get_text(json, "machine");
  info.started_at = get_text(json, "started_at");
  info.duration_s = get_number<double>(json, "duration_s");
  info.has_ended = get_bool(json, "has_ended");
  info.exit_status = get_number<int>(json, "exit_status");
  info.signal = get_number<int>(json, "signal");
  info.verify = get_bool(json, "verify");
  info.shrunk_from = get_number<uint64_t>(json, "shrunk_from");
  info.has_live_functions = get_bool(json, "live_functions");
  info.has_live_numbers = get_bool(json, "live_numbers");
  info.conditions = get_texts(json, "conditions");
  info.releases = parse_releases(json);
  if (auto failure = json.find("failure"); failure != json.end() && failure->is_object())
    info.failure = to_line(*failure);
  return info;
}

std::string describe_machine() {
  utsname name{};
  if (::uname(&name) != 0) return "unknown";
  return fmt::format("{}, {} {}", name.machine, name.sysname, name.release);
}

std::string describe_now() {
  time_t now = ::time(nullptr);
  tm parts{};
  ::gmtime_r(&now, &parts);
  char text[32];
  ::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

std::string describe_end(const RunInfo& info) {
  if (!info.has_ended) return "nobody saw its end";
  if (info.signal != 0) return "killed by " + signal_name(info.signal);
  return fmt::format("exit status {}", info.exit_status);
}

std::string signal_name(int signal) {
  const char* abbreviation = ::sigabbrev_np(signal);
  return abbreviation != nullptr ? std::string("SIG") + abbreviation
                                 : fmt::format("signal {}", signal);
}

}  // namespace cutaway
