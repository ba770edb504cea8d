// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/crossing_monitor.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <map>

#include "base/file.h"
#include "base/text.h"
#include "recording/elf_image.h"
#include "recording/event.h"
#include "recording/raw_log.h"
#include "recording/signature.h"

namespace cutaway {
namespace {

// What a call and its return cost with their share of the log; see docs/benchmarks.md.
constexpr double k_crossing_s = 40e-9;
constexpr uint64_t k_max_events = 2'000'000;  // enough to know the shares
constexpr auto k_first_look = std::chrono::milliseconds(200);
constexpr double k_min_cpu_s = 0.1;

// User and system time of all threads of a process; 0 if it is gone.
double cpu_seconds(pid_t process) {
  auto text = read_file(fmt::format("/proc/{}/stat", process));
  if (!text) return 0;
  // The name, in parentheses, may hold anything.
  size_t name_end = text->rfind(')');
  if (name_end == std::string::npos) return 0;
  std::vector<std::string> fields = split(std::string_view(*text).substr(name_end + 2), ' ');
  constexpr size_t k_user = 11;
  constexpr size_t k_system = 12;
  if (fields.size() <= k_system) return 0;
  double ticks =
      std::strtod(fields[k_user].c_str(), nullptr) + std::strtod(fields[k_system].c_str(), nullptr);
  return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

using Key = std::pair<bool, uint32_t>;  // incall?, ident

struct Counts {
  std::map<Key, std::string> names;  // linkage names
  std::map<Key, uint64_t> crossings;
  uint64_t bytes = 0;
};

Counts count_events(RawLogReader& log) {
  Counts counts;
  for (uint64_t i = 0; i < k_max_events; ++i) {
    auto words = log.next();
    if (!words || words->empty()) break;
    auto event = decode_event(*words);
    if (!event) break;
    if (auto* function = std::get_if<FunctionEvent>(&*event)) {
      counts.names[{true, to_number(function->id)}] = parse_signature(function->text).name;
    } else if (auto* site = std::get_if<SiteEvent>(&*event)) {
      counts.names[{false, to_number(site->id)}] = parse_signature(site->text).name;
    } else if (auto* incall = std::get_if<IncallEvent>(&*event)) {
      ++counts.crossings[{true, to_number(incall->function)}];
    } else if (auto* outcall = std::get_if<OutcallEvent>(&*event)) {
      ++counts.crossings[{false, to_number(outcall->site)}];
    }
  }
  counts.bytes = log.stream_bytes();
  return counts;
}

}  // namespace

CrossingLoad measure_crossings(const std::string& raw_log, double cpu_s) {
  auto log = RawLogReader::open(raw_log);
  if (!log || cpu_s <= 0) return {};
  uint64_t all_bytes = log->header().flushed;
  Counts counts = count_events(*log);
  if (counts.bytes == 0) return {};
  // What was not decoded is taken to be like what was.
  double scale = std::max(1.0, static_cast<double>(all_bytes) / static_cast<double>(counts.bytes));
  std::map<std::pair<bool, std::string>, uint64_t> by_name;
  CrossingLoad load;
  for (const auto& [key, count] : counts.crossings) {
    auto per_second = static_cast<uint64_t>(static_cast<double>(count) * scale / cpu_s);
    load.per_second += per_second;
    by_name[{key.first, counts.names[key]}] += per_second;
  }
  for (const auto& [name, per_second] : by_name)
    load.most_often.push_back({demangle(name.second), name.first, per_second});
  std::ranges::sort(load.most_often, std::greater(), &FrequentCrossing::per_second);
  if (load.most_often.size() > 3) load.most_often.resize(3);
  return load;
}

bool is_too_often(const CrossingLoad& load) {
  return static_cast<double>(load.per_second) * k_crossing_s > 0.5;
}

CrossingMonitor::CrossingMonitor(std::string raw_log, pid_t process, Warn warn)
    : raw_log_(std::move(raw_log)), process_(process), warn_(std::move(warn)) {
  if (warn_) thread_ = std::thread([this] { watch(); });
}

CrossingMonitor::~CrossingMonitor() {
  {
    std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  stops_.notify_all();
  if (thread_.joinable()) thread_.join();
}

// Looks after 0.2, 0.4, 0.8, ... seconds: each look reads the log from its start.
void CrossingMonitor::watch() {
  std::unique_lock lock(mutex_);
  for (std::chrono::milliseconds pause = k_first_look;; pause *= 2) {
    if (stops_.wait_for(lock, pause, [this] { return is_stopping_; })) return;
    double cpu_s = cpu_seconds(process_);
    if (cpu_s < k_min_cpu_s) continue;
    CrossingLoad load = measure_crossings(raw_log_, cpu_s);
    if (!is_too_often(load)) continue;
    warn_(load);
    return;
  }
}

}  // namespace cutaway
