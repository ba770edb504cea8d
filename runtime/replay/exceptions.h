// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exceptions across the cut. The object lies at its recorded address; libstdc++'s header before it
// is ordinary replayed memory that only the exception ABI reads.
//
// Objects are never released: each primary exception gets one reference that nobody gives back, so
// libstdc++ neither destroys it (the destructor call is in the stream) nor frees a recorded
// address.
#pragma once
#include "runtime/common/rt.h"

namespace cutaway::rt {

struct ExceptionGlobals {  // __cxa_eh_globals
  void* caught;
  unsigned uncaught;
};
ExceptionGlobals* exception_globals();

struct Thrown {
  bool is_thrown;
  const void* object;  // null: not a C++ exception
  const void* typeinfo;
  const char* type_name;  // mangled
};

// Calls the thunk; says what it threw, if anything.
Thrown call_thunk(CutawayThunk thunk, void* context, const uint64_t* arguments, uint64_t* results);

// The same for an incall that the recording does not see the end of: what it throws is not caught,
// so that std::terminate runs where it is thrown, with all frames still there.
void call_thunk_uncaught(CutawayThunk thunk, void* context, const uint64_t* arguments,
                         uint64_t* results);

// Throws the object at its recorded address into the inside.
[[noreturn]] void throw_in(uint64_t object, uint64_t typeinfo, const char* type_name);

bool is_same_type(const Thrown& thrown, uint64_t typeinfo, const char* type_name);

// An exception object was allocated by the outside: makes its header as the real call leaves it.
void make_exception_header(uint64_t object);

// The inside is about to leave a handler by the real call.
void end_handled_exception();

// Hook: first thing in a landing pad.
void on_caught(void* context, void* unwind_exception);

// std::terminate ends in a failure of the recording.
void install_terminate_handler();

}  // namespace cutaway::rt
