// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows an event stream and refuses events that make no sense at their place. The in-process
// replayer trusts what has passed here: see docs/recording-format.md for the rules.
#pragma once
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "recording/event.h"
#include "recording/signature.h"

namespace cutaway {

struct Module {
  ModuleId id{};
  uint64_t base = 0;
  uint64_t end = 0;
  bool is_woven = false;
  std::vector<uint8_t> build_id;
  std::string path;
};

// A function or call site.
struct Code {
  ModuleId module{};
  uint64_t offset = 0;
  uint32_t arg_slots = 0;
  uint32_t ret_slots = 0;
  uint32_t flags = 0;
  Signature signature;
};

// What the stream has defined so far. Idents are dense and start at 1.
class StreamTables {
 public:
  const std::vector<Module>& modules() const { return modules_; }
  size_t function_count() const { return functions_.size(); }
  size_t site_count() const { return sites_.size(); }
  const Module* find(ModuleId id) const { return at(modules_, to_number(id)); }
  const Code* find(FunctionId id) const { return at(functions_, to_number(id)); }
  const Code* find(SiteId id) const { return at(sites_, to_number(id)); }

 private:
  friend class StreamValidator;
  template <typename T>
  static const T* at(const std::vector<T>& table, uint32_t ident) {
    return ident - 1 < table.size() ? &table[ident - 1] : nullptr;
  }
  std::vector<Module> modules_;
  std::vector<Code> functions_;
  std::vector<Code> sites_;
};

// An incall or outcall that has not ended.
struct OpenCrossing {
  bool is_incall;
  uint32_t ident;  // FunctionId of an incall, SiteId of an outcall
  // An incall that gave up the inside at an access: until it goes on, signal handlers of its thread
  // may run, as outside code.
  bool has_yielded = false;
};

struct StreamCounts {
  uint64_t events = 0;
  uint64_t incalls = 0;
  uint64_t outcalls = 0;
  uint64_t patches = 0;
  uint64_t patched_bytes = 0;
  uint64_t threads = 0;
};

class StreamValidator {
 public:
  // Checks `event` against all before it and takes it in.
  Status accept(const Event& event);

  const StreamTables& tables() const { return tables_; }
  const StreamCounts& counts() const { return counts_; }
  // The running thread; nothing before the first thread event.
  bool has_thread() const { return current_ != nullptr; }
  ThreadId thread() const { return thread_; }
  // Crossings of the running thread that are open, outermost first.
  const std::vector<OpenCrossing>& open_crossings() const { return current_->open; }
  // An end event was seen.
  bool has_ended() const { return has_ended_; }

 private:
  struct Thread {
    std::vector<OpenCrossing> open;
  };
  struct Checker;

  StreamTables tables_;
  StreamCounts counts_;
  std::vector<std::unique_ptr<Thread>> threads_;
  ThreadId thread_{};
  Thread* current_ = nullptr;
  bool has_ended_ = false;
  bool needs_incall_ = false;  // an inside stack event stands before it
};

}  // namespace cutaway
