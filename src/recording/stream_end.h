// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a stream ends.
#pragma once
#include <cstdint>
#include <string>

#include "recording/event.h"
#include "recording/json.h"

namespace cutaway {

enum class EndKind {
  None,       // the stream stops: the program was killed, or left by _exit or exec
  Exit,       // ran to exit()
  Failure,    // a fatal signal
  Truncated,  // the recorder stopped before the program did
};

struct StreamEnd {
  EndKind kind = EndKind::None;
  int signal = 0;
  EncodedAddress fault_address;
  EncodedAddress pc;
  uint32_t reason = 0;   // k_truncated_*
  std::string text;      // of a truncation
  std::string location;  // "file.cc:12" of a failure, if known
};

// Takes over an end event; leaves `end` alone at others.
void note_end(const Event& event, StreamEnd* end);

// "--max-size was reached", ...
std::string describe_truncation(uint32_t reason, const std::string& text);
Json to_json(const StreamEnd& end);

}  // namespace cutaway
