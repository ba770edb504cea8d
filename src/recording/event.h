// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Typed events of the stream (abi/recording_format.h). They are views: payloads live in the
// buffer that was decoded.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

#include "abi/recording_format.h"
#include "base/result.h"
#include "recording/ids.h"
#include "recording/values.h"

namespace cutaway {

struct ModuleEvent {
  ModuleId id;
  uint64_t base, end;
  uint64_t flags;
  std::span<const uint8_t> build_id;
  std::string_view path;
};
// A CutawayFunction or CutawaySite.
struct CodeEvent {
  ModuleId module;
  uint64_t offset;
  uint16_t arg_slots, ret_slots;
  uint32_t flags;
  std::string_view text;
};
struct FunctionEvent : CodeEvent {
  FunctionId id;
};
struct SiteEvent : CodeEvent {
  SiteId id;
};
struct ThreadEvent {
  ThreadId id;
  uint64_t kernel_id;
};

struct IncallEvent {
  FunctionId function;
  Values arguments;
};
struct IncallReturnEvent {
  FunctionId function;
  Values results;
};
struct OutcallEvent {
  SiteId site;
  Values callee_and_arguments;
};
struct OutcallReturnEvent {
  SiteId site;
  Values results;
};
struct ThrownObject {
  Values object_and_type;
  std::string_view type_name;  // mangled; empty for foreign exceptions
};
struct IncallThrowEvent {
  FunctionId function;
  ThrownObject thrown;
};
struct OutcallThrowEvent {
  SiteId site;
  ThrownObject thrown;
};
struct LandedEvent {
  uint32_t open_crossings;
  EncodedAddress jump_buffer;
  uint64_t value;
};
struct AbandonEvent {
  uint32_t open_crossings;
};
// Of the incall that follows.
struct InsideStackEvent {
  uint64_t inside_sp;
};

struct PatchEvent {
  EncodedAddress address;
  std::span<const uint8_t> bytes;
};
struct PatchWordEvent {
  EncodedAddress address;
  EncodedAddress target;
};
// Pieces of [address, +size); what lies between them stays as it is.
struct PatchRunsEvent {
  EncodedAddress address;
  uint64_t size;
  std::span<const uint8_t> runs;  // well-formed, without padding

  // Calls take(offset from address, bytes) for each run.
  template <typename Take>
  void for_each_run(Take&& take) const {
    uint64_t offset = 0;
    for (size_t at = 0; at < runs.size();) {
      size_t length = run_bytes(runs[at]);
      take(offset, runs.subspan(at + 1, length));
      offset += length + run_skip(runs[at]);
      at += 1 + length;
    }
  }
};
// Memory that the larger inside of a zoom has allocated, and nobody has written.
struct FreshEvent {
  EncodedAddress address;
  uint64_t size;
};
struct BreakEvent {
  uint32_t access;
};
struct YieldEvent {
  uint32_t access;
};
struct ValueEvent {
  SiteId site;
  Values values;
};
struct ThrowingEvent {
  ThrownObject thrown;
};
struct ChecksumEvent {
  uint64_t checksum;
};

struct FailureEvent {
  uint32_t signal;
  uint64_t signal_code;
  EncodedAddress fault_address;
  EncodedAddress pc;
};
struct ExitEvent {
  uint32_t status;
};
struct TruncatedEvent {
  uint32_t reason;
  std::string_view text;
};

using Event =
    std::variant<ModuleEvent, FunctionEvent, SiteEvent, ThreadEvent, IncallEvent, IncallReturnEvent,
                 IncallThrowEvent, OutcallEvent, OutcallReturnEvent, OutcallThrowEvent, LandedEvent,
                 AbandonEvent, PatchEvent, PatchWordEvent, PatchRunsEvent, BreakEvent, YieldEvent,
                 ValueEvent, ThrowingEvent, ChecksumEvent, FailureEvent, ExitEvent, TruncatedEvent,
                 InsideStackEvent, FreshEvent>;

// Longest event that a stream may hold: a whole patch, or the longest text.
constexpr size_t k_max_event_bytes = size_t{2} << 20;

// The number of words of the event at the start of `words`, its first word included.
// 0: end of the stream. Fails if the event is longer than `words` or than the limit.
Result<size_t> measure_event(std::span<const uint64_t> words);

// Decodes one whole event, as measured. Checks its shape; what needs context is left to
// StreamValidator.
Result<Event> decode_event(std::span<const uint64_t> words);

const char* kind_name(uint32_t kind);

// What the outside wrote, in any of its three forms.
bool is_patch(const Event& event);
// A patch, or fresh memory.
bool is_write(const Event& event);

}  // namespace cutaway
