// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Why a run is interesting: what happened and where in the inside.
#pragma once
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "recording/json.h"

namespace cutaway {

enum class FailureKind {
  None,
  Signal,      // a fault of the inside
  Exception,   // nobody caught it
  Abort,       // abort, std::terminate
  Assertion,   // failed
  DoubleFree,  // of the same block
  Outside,     // a fatal signal while the outside ran, called by the inside
  Overflow,    // of the stack
  Sanitizer,   // a report
  Declared,    // CUTAWAY_FAIL
  Hang,
  Exit,    // left with a status that is a failure
  Output,  // wrote what is a failure
  Script,  // the user's script says so
};

// A frame of the inside, with those that were inlined as frames of their own.
struct Frame {
  std::string function;  // demangled, without parameters
  std::string linkage_name;
  std::string file;
  uint32_t line = 0;
  bool is_inlined = false;  // into the next one
};

struct Failure {
  FailureKind kind = FailureKind::None;
  int signal = 0;
  int status = 0;            // of an exit
  uint64_t address = 0;      // of a memory fault
  std::string type;          // of an exception, demangled
  std::string message;       // what(), the failed assertion, the condition that holds
  std::vector<Frame> stack;  // innermost first
};

// The innermost frame that is not of a library's header; the innermost one if all are. Null: there
// is none. Of a stack overflow only frames that recurse count.
const Frame* place_of(const Failure& failure);

// Of a stack overflow: the functions that call each other endlessly, by linkage name.
std::set<std::string> recursion_of(const Failure& failure);

// What two failures have in common that are the same one: kind, signal or type, message without
// its numbers, and the innermost place; of a hang, which has no one line, the function; of a stack
// overflow which functions recurse. The rest of the stack may differ.
std::string signature_of(const Failure& failure);

// "SIGFPE in zone::offset (zone.cc:357)"
std::string describe(const Failure& failure);

// With what follows from it, for readers: its text, signature and place.
Json to_json(const Failure& failure);
// The same from what a file says. Missing members stay empty; kind None: it is no failure.
Failure parse_failure(const Json& json);

}  // namespace cutaway
