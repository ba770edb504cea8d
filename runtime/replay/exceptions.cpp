// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/replay/exceptions.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unwind.h>
#include <exception>
#include <typeinfo>

#include "runtime/common/exception_layout.h"
#include "runtime/common/system.h"
#include "runtime/replay/engine.h"
#include "runtime/replay/exception_headers.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/own_memory.h"
#include "runtime/replay/recorded_memory.h"
#include "runtime/replay/report.h"
#include "runtime/replay/runtime.h"

namespace __cxxabiv1 {
struct __cxa_refcounted_exception;
extern "C" __cxa_refcounted_exception* __cxa_init_primary_exception(
    void* object, std::type_info* type, void (*destructor)(void*)) noexcept;
}  // namespace __cxxabiv1

namespace cutaway::rt {
namespace {

int* reference_count(const void* object) {
  return reinterpret_cast<int*>(to_word(object) - k_exception_header_bytes);
}

void pin(const void* object) {
  if (*reference_count(object) < 2) *reference_count(object) = 2;
}

Thrown describe(void* unwind_exception) {
  const ThrownObject thrown = decode_exception(unwind_exception);
  return {true, thrown.object, thrown.typeinfo, thrown.type_name};
}

// A handler of this object is active: a rethrow by the outside, or a second throw of one
// that the inside still handles.
bool is_being_handled(const void* object) {
  const CxaException* header = static_cast<const CxaException*>(exception_globals()->caught);
  for (; header != nullptr; header = header->next) {
    const uint64_t kind = header->unwind.exception_class;
    if (kind != k_class_primary && kind != k_class_dependent)
      return false;  // foreign: no chain beyond
    if ((kind == k_class_primary ? static_cast<const void*>(header + 1) : header->type) == object)
      return true;
  }
  return false;
}

// A type that this process does not have (thrown by a library that is not loaded): caught by
// catch (...) and by its own name only.
class UnknownType : public abi::__class_type_info {
 public:
  explicit UnknownType(const char* name) : abi::__class_type_info(name) {}
};

const std::type_info* find_type(uint64_t address, const char* name) {
  const Module* module = find_loaded(address);
  if (module != nullptr && find_loaded(address + 15) == module) {
    const auto* type = reinterpret_cast<const std::type_info*>(address);
    const char* actual = type_name_of(type);
    if (find_loaded(to_word(actual)) != nullptr && strcmp(actual, name) == 0) return type;
  }
  char symbol[1024] = "_ZTI";
  if (strlen(name) + 5 < sizeof(symbol)) {
    if (void* found = dlsym(RTLD_DEFAULT, strcat(symbol, name)))
      return static_cast<const std::type_info*>(found);
  }
  return new (own_allocate(sizeof(UnknownType))) UnknownType(name);
}

[[noreturn]] void rethrow_dependent(void* object) {
  pin(object);
  std::exception_ptr pointer;
  memcpy(static_cast<void*>(&pointer), &object, sizeof(object));
  ++*reference_count(object);
  std::rethrow_exception(pointer);
}

// std::terminate was called for an exception of the inside: what the recorded handler did is in the
// stream, and nothing after it is inside code of this call.
[[noreturn]] void on_terminate() {
  end_by_terminate();
  if (g_thread != nullptr && g_stream.next().kind() == k_event_incall) await_outside(*g_thread);
  abort();
}

}  // namespace

ExceptionGlobals* exception_globals() {
  return reinterpret_cast<ExceptionGlobals*>(abi::__cxa_get_globals());
}

Thrown call_thunk(CutawayThunk thunk, void* context, const uint64_t* arguments, uint64_t* results) {
  Thrown thrown{};
  try {
    thunk(context, arguments, results);
  } catch (...) {
    auto* header = static_cast<CxaException*>(exception_globals()->caught);
    thrown = describe(&header->unwind);
    if (thrown.object != nullptr) pin(thrown.object);
  }
  // It is the outside's now.
  if (thrown.object != nullptr && !is_being_handled(thrown.object)) {
    end_header(to_word(thrown.object));
    restore_ended_headers();
  }
  return thrown;
}

void call_thunk_uncaught(CutawayThunk thunk, void* context, const uint64_t* arguments,
                         uint64_t* results) {
  thunk(context, arguments, results);
}

void throw_in(uint64_t address, uint64_t typeinfo, const char* type_name) {
  if (*type_name == 0) report_bad_recording("an exception has no type");
  void* object = reinterpret_cast<void*>(address);
  if (!ensure_mapped(address - k_exception_header_bytes, k_exception_header_bytes + 8)) {
    report_bad_recording("an exception object lies outside the memory of a program");
  }
  if (is_being_handled(object)) rethrow_dependent(object);
  make_exception_header(address);
  const std::type_info* type = find_type(typeinfo, type_name);
  abi::__cxa_init_primary_exception(object, const_cast<std::type_info*>(type), nullptr);
  *reference_count(object) = 2;
  exception_globals()->uncaught++;
  _Unwind_RaiseException(reinterpret_cast<_Unwind_Exception*>(&header_of_object(object)->unwind));
  std::terminate();
}

bool is_same_type(const Thrown& thrown, uint64_t typeinfo, const char* type_name) {
  if (thrown.object == nullptr) return *type_name == 0;
  return to_word(thrown.typeinfo) == typeinfo || strcmp(thrown.type_name, type_name) == 0;
}

void make_exception_header(uint64_t object) {
  const uint64_t header = object - k_exception_header_bytes;
  if (object == 0 || !ensure_mapped(header, k_exception_header_bytes)) return;
  keep_bytes_under_header(object);
  memset(reinterpret_cast<void*>(header), 0, k_exception_header_bytes);
}

void end_handled_exception() {
  auto* header = static_cast<CxaException*>(exception_globals()->caught);
  const bool is_last = header != nullptr && header->handler_count == 1;
  if (is_last && header->unwind.exception_class == k_class_primary) end_header(to_word(header + 1));
}

void on_caught(void*, void* unwind_exception) {
  const Thrown thrown = describe(unwind_exception);
  if (thrown.object != nullptr) pin(thrown.object);
}

void install_terminate_handler() { std::set_terminate(on_terminate); }

}  // namespace cutaway::rt
