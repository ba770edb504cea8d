// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A recording as a script: the calls of the inside in their order, each with its arguments, what
// the outside had written for it, and what it asked of the outside.
#pragma once
#include <list>
#include <optional>
#include <string>
#include <vector>

#include "failure/failure.h"
#include "recording/recording_reader.h"

namespace cutaway {

// A slot of an argument or result.
struct ScriptWord {
  uint64_t value = 0;
  bool is_image = false;  // an encoded image address

  bool operator==(const ScriptWord&) const = default;
};

// Bytes that the outside wrote and the inside read.
struct OutsideWrite {
  uint64_t address = 0;  // encoded
  std::vector<uint8_t> bytes;
  std::optional<uint64_t>
      image;  // instead of bytes: the image address that the word holds, encoded
};

struct ScriptCall;

// The inside asks the outside.
struct ScriptOutcall {
  Signature site;
  std::string callee;  // linkage name; empty if nobody knows
  ScriptWord callee_address;
  uint32_t flags = 0;  // k_site_*
  std::vector<ScriptWord> arguments;
  std::vector<ScriptWord> results;
  bool has_returned = false;
  std::string thrown;                // type, mangled; empty: nothing was
  std::vector<OutsideWrite> writes;  // of the segment after it
  std::list<ScriptCall> calls;       // the outside calls back
};

struct ScriptCall {
  Signature function;
  std::vector<ScriptWord> arguments;
  std::vector<ScriptWord> results;
  bool has_returned = false;
  std::string thrown;
  std::vector<OutsideWrite> writes;  // of its first segment
  std::list<ScriptOutcall> outcalls;
};

// What the compiler runs before main: whoever links the unit has it run.
bool is_static_initialiser(const ScriptCall& call);

struct Script {
  RunInfo info;
  std::list<ScriptCall> calls;  // by the outside; not those within outcalls
  uint64_t thread_count = 0;
  bool has_jumps = false;  // longjmp through the cut
  SymbolTable symbols;
  std::vector<Module> modules;
};

Result<Script> read_script(const std::string& recording);

// Of the access that AddressSanitizer reports at the end; 0: there is none.
uint64_t reported_address(const Script& script);

// Each outcall of `call`, also those of calls within outcalls, in their order.
template <typename Visit>
void for_each_outcall(const ScriptCall& call, const Visit& visit) {
  for (const ScriptOutcall& outcall : call.outcalls) {
    visit(outcall);
    for (const ScriptCall& nested : outcall.calls) for_each_outcall(nested, visit);
  }
}

}  // namespace cutaway
