// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/stream_end.h"

#include <fmt/format.h>

#include "recording/run_info.h"

namespace cutaway {

void note_end(const Event& event, StreamEnd* end) {
  if (std::holds_alternative<ExitEvent>(event)) end->kind = EndKind::Exit;
  if (const auto* failure = std::get_if<FailureEvent>(&event)) {
    end->kind = EndKind::Failure;
    end->signal = static_cast<int>(failure->signal);
    end->fault_address = failure->fault_address;
    end->pc = failure->pc;
  }
  if (const auto* truncated = std::get_if<TruncatedEvent>(&event)) {
    end->kind = EndKind::Truncated;
    end->reason = truncated->reason;
    end->text = truncated->text;
  }
}

std::string describe_truncation(uint32_t reason, const std::string& text) {
  std::string cause;
  switch (reason) {
    case k_truncated_max_size:
      cause = "--max-size was reached";
      break;
    case k_truncated_max_events:
      cause = "--max-events was reached";
      break;
    case k_truncated_disk_full:
      cause = "the disk was full";
      break;
    case k_truncated_forked:
      cause = "the process forked";
      break;
    case k_truncated_unsupported:
      cause = "the program did what cannot be recorded";
      break;
    default:
      cause = fmt::format("reason {}", reason);
  }
  return text.empty() ? cause : cause + ": " + text;
}

Json to_json(const StreamEnd& end) {
  switch (end.kind) {
    case EndKind::None:
      return {{"kind", "none"}};
    case EndKind::Exit:
      return {{"kind", "exit"}};
    case EndKind::Failure:
      return {{"kind", "failure"},
              {"signal", signal_name(end.signal)},
              {"fault_address", fmt::format("{:#x}", end.fault_address.word)},
              {"pc", fmt::format("{:#x}", end.pc.word)},
              {"location", end.location}};
    case EndKind::Truncated:
      return {{"kind", "truncated"}, {"reason", describe_truncation(end.reason, end.text)}};
  }
  return {};
}

}  // namespace cutaway
