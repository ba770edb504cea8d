// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "testgen/script.h"

namespace cutaway {
namespace {

std::vector<ScriptWord> words_of(const Values& values, size_t first = 0) {
  std::vector<ScriptWord> words;
  for (size_t i = first; i < values.size(); ++i)
    words.push_back({values.slots[i], values.is_marked(i)});
  return words;
}

class ScriptBuilder {
 public:
  ScriptBuilder(const StreamTables& tables, const SymbolTable& symbols, Script* script)
      : tables_(tables), symbols_(symbols), script_(script) {}

  void operator()(const IncallEvent& event) {
    auto& calls = open_.empty() ? script_->calls : open_.back().outcall->calls;
    if (!open_.empty() && open_.back().outcall == nullptr) return;  // a damaged stream
    ScriptCall& call = calls.emplace_back();
    if (const Code* code = tables_.find(event.function)) call.function = code->signature;
    call.arguments = words_of(event.arguments);
    open_.push_back({&call, nullptr});
    writes_ = &call.writes;
  }
  void operator()(const IncallReturnEvent& event) {
    if (ScriptCall* call = close_call()) {
      call->has_returned = true;
      call->results = words_of(event.results);
    }
  }
  void operator()(const IncallThrowEvent& event) {
    if (ScriptCall* call = close_call()) call->thrown = std::string(event.thrown.type_name);
  }
  void operator()(const OutcallEvent& event) {
    if (open_.empty() || open_.back().call == nullptr) return;
    ScriptOutcall& outcall = open_.back().call->outcalls.emplace_back();
    const Values& values = event.callee_and_arguments;
    if (const Code* code = tables_.find(event.site)) {
      outcall.site = code->signature;
      outcall.flags = code->flags;
      outcall.callee = code->signature.name;
    }
    if (values.size() > 0) outcall.callee_address = {values.slots[0], values.is_marked(0)};
    if (outcall.callee.empty() && outcall.callee_address.is_image) {
      if (auto symbol = symbols_.find({outcall.callee_address.value}))
        outcall.callee = symbol->name;
    }
    outcall.arguments = words_of(values, 1);
    open_.push_back({nullptr, &outcall});
    writes_ = &outcall.writes;
  }
  void operator()(const OutcallReturnEvent& event) {
    if (ScriptOutcall* outcall = close_outcall()) {
      outcall->has_returned = true;
      outcall->results = words_of(event.results);
    }
  }
  void operator()(const OutcallThrowEvent& event) {
    if (ScriptOutcall* outcall = close_outcall())
      outcall->thrown = std::string(event.thrown.type_name);
  }
  void operator()(const LandedEvent&) { script_->has_jumps = true; }
  void operator()(const AbandonEvent&) { script_->has_jumps = true; }
  void operator()(const PatchEvent& event) {
    write({event.address.word, {event.bytes.begin(), event.bytes.end()}, {}});
  }
  void operator()(const PatchRunsEvent& event) {
    event.for_each_run([&](uint64_t offset, std::span<const uint8_t> run) {
      write({event.address.word + offset, {run.begin(), run.end()}, {}});
    });
  }
  void operator()(const PatchWordEvent& event) {
    write({event.address.word, {}, event.target.word});
  }
  template <typename Other>
  void operator()(const Other&) {}

 private:
  struct Open {
    ScriptCall* call;
    ScriptOutcall* outcall;
  };

  void write(OutsideWrite write) {
    if (writes_ != nullptr) writes_->push_back(std::move(write));
  }
  ScriptCall* close_call() {
    if (open_.empty() || open_.back().call == nullptr) return nullptr;
    ScriptCall* call = open_.back().call;
    open_.pop_back();
    // What follows belongs to the outside, or to the outcall that the call was in.
    writes_ = open_.empty() ? nullptr : &open_.back().outcall->writes;
    return call;
  }
  ScriptOutcall* close_outcall() {
    if (open_.empty() || open_.back().outcall == nullptr) return nullptr;
    ScriptOutcall* outcall = open_.back().outcall;
    open_.pop_back();
    writes_ = &outcall->writes;
    return outcall;
  }

  const StreamTables& tables_;
  const SymbolTable& symbols_;
  Script* script_;
  std::vector<Open> open_;
  std::vector<OutsideWrite>* writes_ = nullptr;
};

}  // namespace

bool is_static_initialiser(const ScriptCall& call) {
  return call.function.name.starts_with("_GLOBAL__");
}

uint64_t reported_address(const Script& script) {
  uint64_t address = 0;
  if (script.calls.empty()) return address;
  for_each_outcall(script.calls.back(), [&](const ScriptOutcall& outcall) {
    bool is_report = outcall.callee.starts_with("__asan_report_") && !outcall.arguments.empty();
    address = is_report ? outcall.arguments[0].value : 0;
  });
  return address;
}

Result<Script> read_script(const std::string& recording) {
  CUTAWAY_ASSIGN(RecordingReader reader, RecordingReader::open(recording));
  Script script;
  script.info = reader.info();
  script.symbols = reader.symbols();
  ScriptBuilder builder(reader.state().tables(), reader.symbols(), &script);
  while (true) {
    CUTAWAY_ASSIGN(std::optional<Event> event, reader.next());
    if (!event) break;
    std::visit(builder, *event);
  }
  script.thread_count = reader.state().counts().threads;
  script.modules = reader.state().tables().modules();
  return script;
}

}  // namespace cutaway
