// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/stream_validator.h"

#include <fmt/format.h>

#include "abi/asan.h"
#include "abi/weave.h"

namespace cutaway {
namespace {

constexpr uint32_t k_max_modules = 0xffff;        // 16 bits of an encoded address
constexpr uint32_t k_max_code = 1u << 24;         // functions, sites
constexpr size_t k_max_open_crossings = 1 << 22;  // of one thread
constexpr uint64_t k_inside_stack_guard = 4096;

}  // namespace

#define CUTAWAY_RULE(condition, ...) \
  if (!(condition)) return user_fault("", fmt::format(__VA_ARGS__))

// One overload for each event; the rules of docs/recording-format.md in their order.
struct StreamValidator::Checker {
  StreamValidator& v;

  // --- Tables

  Status operator()(const ModuleEvent& event) {
    uint32_t ident = to_number(event.id);
    CUTAWAY_RULE(ident == v.tables_.modules_.size() + 1 && ident <= k_max_modules,
                 "module {} is out of order", ident);
    CUTAWAY_RULE(event.base < event.end && event.end <= k_tracked_high &&
                     event.end - event.base < (1ull << 40),
                 "module {} has no sane range: {:#x} to {:#x}", ident, event.base, event.end);
    CUTAWAY_RULE((event.flags & ~uint64_t{k_module_woven | k_module_partial}) == 0,
                 "module {} has unknown flags", ident);
    v.tables_.modules_.push_back({event.id,
                                  event.base,
                                  event.end,
                                  (event.flags & k_module_woven) != 0,
                                  {event.build_id.begin(), event.build_id.end()},
                                  std::string(event.path)});
    return Ok{};
  }

  Result<Code> check_code(const CodeEvent& event, uint32_t ident, size_t known, const char* what) {
    CUTAWAY_RULE(ident == known + 1 && ident <= k_max_code, "{} {} is out of order", what, ident);
    const Module* module = v.tables_.find(event.module);
    CUTAWAY_RULE(module != nullptr && module->is_woven,
                 "{} {} lies in module {}, which is not a woven module", what, ident,
                 to_number(event.module));
    CUTAWAY_RULE(event.offset % 8 == 0 && event.offset < module->end - module->base,
                 "{} {} lies outside its module", what, ident);
    return Code{event.module,    event.offset,
                event.arg_slots, event.ret_slots,
                event.flags,     parse_signature(event.text, event.arg_slots, event.ret_slots)};
  }

  Status operator()(const FunctionEvent& event) {
    CUTAWAY_ASSIGN(Code code,
                   check_code(event, to_number(event.id), v.tables_.functions_.size(), "function"));
    v.tables_.functions_.push_back(std::move(code));
    return Ok{};
  }

  Status operator()(const SiteEvent& event) {
    CUTAWAY_ASSIGN(Code code,
                   check_code(event, to_number(event.id), v.tables_.sites_.size(), "site"));
    v.tables_.sites_.push_back(std::move(code));
    return Ok{};
  }

  Status operator()(const ThreadEvent& event) {
    uint32_t ident = to_number(event.id);
    CUTAWAY_RULE(ident < k_max_threads, "thread {} is beyond the limit {}", ident,
                 uint32_t{k_max_threads});
    if (ident >= v.threads_.size()) v.threads_.resize(ident + 1);
    auto& slot = v.threads_[ident];
    if (!slot) {
      slot = std::make_unique<Thread>();
      v.counts_.threads++;
    }
    v.thread_ = event.id;
    v.current_ = slot.get();
    return Ok{};
  }

  // --- Values and addresses

  Status check_address(EncodedAddress address, uint64_t size, const char* what) {
    if (!address.is_image()) {
      const bool is_asan_shadow =
          address.word >= k_asan_high_shadow && address.word <= k_asan_shadow_end - size;
      if (is_asan_shadow) return Ok{};
      CUTAWAY_RULE(address.word >= k_tracked_low && address.word <= k_tracked_high - size,
                   "{} {:#x} lies outside the memory of a program", what, address.word);
      return Ok{};
    }
    return check_image_address(address, size, what);
  }

  // One past the end of an image is a legal pointer value, for instance the end of an array.
  Status check_image_address(EncodedAddress address, uint64_t size, const char* what) {
    const Module* module = v.tables_.find(address.module());
    CUTAWAY_RULE(module != nullptr, "{} lies in module {}, which is not defined", what,
                 to_number(address.module()));
    uint64_t length = module->end - module->base;
    CUTAWAY_RULE(size <= length && address.offset() <= length - size, "{} lies outside module {}",
                 what, to_number(address.module()));
    return Ok{};
  }

  Status check_values(const Values& values, size_t expected, const char* what) {
    CUTAWAY_RULE(values.size() == expected, "{} has {} slots, expected {}", what, values.size(),
                 expected);
    for (size_t i = 0; i < values.size(); ++i) {
      if (i % 64 == 0 && values.marks[i / 64] == 0) {
        i += 63;
      } else if (values.is_marked(i)) {
        CUTAWAY_TRY(check_image_address({values.slots[i]}, 0, what));
      }
    }
    return Ok{};
  }

  // --- Crossings

  Result<const Code*> find_function(FunctionId id) {
    const Code* code = v.tables_.find(id);
    CUTAWAY_RULE(code != nullptr, "function {} is not defined", to_number(id));
    return code;
  }

  Result<const Code*> find_site(SiteId id) {
    const Code* code = v.tables_.find(id);
    CUTAWAY_RULE(code != nullptr, "site {} is not defined", to_number(id));
    return code;
  }

  bool is_inside() const { return !v.current_->open.empty() && v.current_->open.back().is_incall; }
  bool may_be_outside(size_t open) const {
    if (open == 0) return true;
    const OpenCrossing& top = v.current_->open[open - 1];
    return !top.is_incall || top.has_yielded;
  }

  Status push(OpenCrossing crossing) {
    CUTAWAY_RULE(v.current_->open.size() < k_max_open_crossings, "crossings are nested too deep");
    v.current_->open.push_back(crossing);
    return Ok{};
  }

  Status pop_incall(FunctionId function) {
    CUTAWAY_RULE(is_inside() && v.current_->open.back().ident == to_number(function),
                 "end of incall {} without its start", to_number(function));
    v.current_->open.pop_back();
    return Ok{};
  }

  Status pop_outcall(SiteId site) {
    auto& open = v.current_->open;
    CUTAWAY_RULE(!open.empty() && !open.back().is_incall && open.back().ident == to_number(site),
                 "end of outcall {} without its start", to_number(site));
    open.pop_back();
    return Ok{};
  }

  Status operator()(const IncallEvent& event) {
    CUTAWAY_ASSIGN(const Code* code, find_function(event.function));
    CUTAWAY_RULE((code->flags & k_function_variadic) == 0, "incall of a variadic function");
    CUTAWAY_TRY(check_values(event.arguments, code->arg_slots, "incall"));
    CUTAWAY_RULE(may_be_outside(v.current_->open.size()), "incall while the thread is inside");
    v.counts_.incalls++;
    return push({true, to_number(event.function)});
  }

  Status operator()(const IncallReturnEvent& event) {
    CUTAWAY_ASSIGN(const Code* code, find_function(event.function));
    CUTAWAY_TRY(check_values(event.results, code->ret_slots, "incall return"));
    return pop_incall(event.function);
  }

  Status operator()(const IncallThrowEvent& event) {
    CUTAWAY_TRY(check_values(event.thrown.object_and_type, 2, "incall throw"));
    return pop_incall(event.function);
  }

  Status operator()(const OutcallEvent& event) {
    CUTAWAY_ASSIGN(const Code* code, find_site(event.site));
    CUTAWAY_RULE((code->flags & k_site_value) == 0, "outcall at a value site");
    CUTAWAY_TRY(check_values(event.callee_and_arguments, code->arg_slots + 1, "outcall"));
    CUTAWAY_TRY(check_inside("outcall"));
    v.counts_.outcalls++;
    return push({false, to_number(event.site)});
  }

  Status operator()(const OutcallReturnEvent& event) {
    CUTAWAY_ASSIGN(const Code* code, find_site(event.site));
    CUTAWAY_TRY(check_values(event.results, code->ret_slots, "outcall return"));
    return pop_outcall(event.site);
  }

  Status operator()(const OutcallThrowEvent& event) {
    CUTAWAY_TRY(check_values(event.thrown.object_and_type, 2, "outcall throw"));
    return pop_outcall(event.site);
  }

  Status close_down_to(uint32_t left, bool ends_inside, const char* what) {
    auto& open = v.current_->open;
    CUTAWAY_RULE(left <= open.size(), "{} leaves {} crossings open of {}", what, left, open.size());
    bool is_right_side = ends_inside ? left > 0 && open[left - 1].is_incall : may_be_outside(left);
    CUTAWAY_RULE(is_right_side, "{} ends on the wrong side of the cut", what);
    open.resize(left);
    if (ends_inside) open.back().has_yielded = false;
    return Ok{};
  }

  // In the lower half of the thread's inside stack, above its guard.
  Status operator()(const InsideStackEvent& event) {
    uint64_t base = k_inside_stacks + uint64_t{to_number(v.thread_)} * k_inside_stack_size;
    uint64_t offset = event.inside_sp - base;
    CUTAWAY_RULE(
        offset >= k_inside_stack_guard && offset <= k_inside_stack_size / 2 && offset % 16 == 0,
        "inside stack at {:#x}, which is none of this thread", event.inside_sp);
    CUTAWAY_RULE(may_be_outside(v.current_->open.size()),
                 "inside stack while the thread is inside");
    v.needs_incall_ = true;
    return Ok{};
  }

  Status operator()(const LandedEvent& event) {
    CUTAWAY_TRY(check_address(event.jump_buffer, 8, "jmp_buf"));
    return close_down_to(event.open_crossings, true, "landing");
  }

  Status operator()(const AbandonEvent& event) {
    return close_down_to(event.open_crossings, false, "abandon");
  }

  // --- Within a segment

  Status check_inside(const char* what) {
    CUTAWAY_RULE(is_inside(), "{} while the thread is outside", what);
    v.current_->open.back().has_yielded = false;
    return Ok{};
  }

  Status operator()(const PatchEvent& event) {
    CUTAWAY_TRY(check_inside("patch"));
    v.counts_.patches++;
    v.counts_.patched_bytes += event.bytes.size();
    return check_address(event.address, event.bytes.size(), "patch");
  }

  Status operator()(const PatchWordEvent& event) {
    CUTAWAY_TRY(check_inside("patch"));
    CUTAWAY_TRY(check_address(event.address, 8, "patch"));
    CUTAWAY_RULE(event.target.is_image(), "patched word holds no image address");
    v.counts_.patches++;
    v.counts_.patched_bytes += 8;
    return check_image_address(event.target, 0, "patched word");
  }

  Status operator()(const PatchRunsEvent& event) {
    CUTAWAY_TRY(check_inside("patch"));
    v.counts_.patches++;
    event.for_each_run([&](uint64_t, auto bytes) { v.counts_.patched_bytes += bytes.size(); });
    return check_address(event.address, event.size, "patch");
  }

  Status operator()(const FreshEvent& event) {
    CUTAWAY_TRY(check_inside("fresh memory"));
    CUTAWAY_RULE(!event.address.is_image(), "fresh memory in an image");
    return check_address(event.address, event.size, "fresh memory");
  }

  Status operator()(const BreakEvent&) { return check_inside("break"); }
  Status operator()(const YieldEvent&) {
    CUTAWAY_TRY(check_inside("yield"));
    v.current_->open.back().has_yielded = true;
    return Ok{};
  }
  Status operator()(const ChecksumEvent&) { return check_inside("checksum"); }

  Status operator()(const ValueEvent& event) {
    CUTAWAY_TRY(check_inside("value"));
    CUTAWAY_ASSIGN(const Code* code, find_site(event.site));
    CUTAWAY_RULE((code->flags & k_site_value) != 0, "value at a call site");
    return check_values(event.values, code->ret_slots, "value");
  }

  Status operator()(const ThrowingEvent& event) {
    CUTAWAY_TRY(check_inside("throwing"));
    return check_values(event.thrown.object_and_type, 2, "throwing");
  }

  // --- Ends

  Status operator()(const FailureEvent& event) {
    CUTAWAY_RULE(event.signal > 0 && event.signal <= 64, "failure by signal {}", event.signal);
    if (event.pc.is_image()) CUTAWAY_TRY(check_image_address(event.pc, 0, "failure"));
    v.has_ended_ = true;
    return Ok{};
  }

  Status operator()(const ExitEvent&) {
    v.has_ended_ = true;
    return Ok{};
  }

  Status operator()(const TruncatedEvent& event) {
    CUTAWAY_RULE(event.reason >= k_truncated_max_size && event.reason <= k_truncated_unsupported,
                 "truncated for unknown reason {}", event.reason);
    v.has_ended_ = true;
    return Ok{};
  }
};

Status StreamValidator::accept(const Event& event) {
  CUTAWAY_RULE(!has_ended_, "event after the end");
  bool is_table = std::holds_alternative<ModuleEvent>(event) ||
                  std::holds_alternative<FunctionEvent>(event) ||
                  std::holds_alternative<SiteEvent>(event);
  bool is_end = std::holds_alternative<FailureEvent>(event) ||
                std::holds_alternative<ExitEvent>(event) ||
                std::holds_alternative<TruncatedEvent>(event);
  CUTAWAY_RULE(
      is_table || is_end || std::holds_alternative<ThreadEvent>(event) || current_ != nullptr,
      "event before the first thread");
  CUTAWAY_RULE(!needs_incall_ || is_table || std::holds_alternative<IncallEvent>(event),
               "the inside stack moves without an incall");
  if (!is_table) needs_incall_ = false;
  CUTAWAY_TRY(std::visit(Checker{*this}, event));
  counts_.events++;
  return Ok{};
}

}  // namespace cutaway
