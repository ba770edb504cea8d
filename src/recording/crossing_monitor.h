// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looks at a recording while it grows: is the cut crossed so often that recording costs more than
// the program, and by which functions?
#pragma once
#include <sys/types.h>

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace cutaway {

struct FrequentCrossing {
  std::string function;  // demangled; empty for calls through pointers
  bool is_incall = false;
  uint64_t per_second = 0;
};

struct CrossingLoad {
  uint64_t per_second = 0;                   // of the program's CPU time
  std::vector<FrequentCrossing> most_often;  // at most three
};

// Counts the crossings that a raw log holds so far; a log that is being written may end in an event
// that makes no sense. `cpu_s` is the time that the program has used.
CrossingLoad measure_crossings(const std::string& raw_log, double cpu_s);

// True if crossing the cut takes more time than everything else.
bool is_too_often(const CrossingLoad& load);

// Watches in a thread of its own, until it has warned or is destroyed.
class CrossingMonitor {
 public:
  using Warn = std::function<void(const CrossingLoad&)>;

  CrossingMonitor(std::string raw_log, pid_t process, Warn warn);
  CrossingMonitor(const CrossingMonitor&) = delete;
  ~CrossingMonitor();

 private:
  void watch();

  std::string raw_log_;
  pid_t process_;
  Warn warn_;
  std::mutex mutex_;
  std::condition_variable stops_;
  bool is_stopping_ = false;
  std::thread thread_;
};

}  // namespace cutaway
