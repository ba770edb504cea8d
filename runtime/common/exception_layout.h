// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How libstdc++ (and libsupc++) lays out an exception in flight on x86-64. Stable since GCC 4.5
// (dependent exceptions); checked at run time only by the exception class.
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace cutaway::rt {

struct UnwindException {  // _Unwind_Exception
  uint64_t exception_class;
  void* cleanup;
  uint64_t private_1;
  uint64_t private_2;
} __attribute__((aligned(16)));

struct CxaException {  // __cxa_exception
  const void* type;    // std::type_info; in a dependent exception: the primary's object
  void (*destructor)(void*);
  void (*unexpected_handler)();
  void (*terminate_handler)();
  CxaException* next;
  int handler_count;
  int handler_switch_value;
  const unsigned char* action_record;
  const unsigned char* language_specific_data;
  uint64_t catch_temp;
  void* adjusted_object;
  UnwindException unwind;
};
static_assert(offsetof(CxaException, unwind) == 80 && sizeof(CxaException) == 112);

constexpr uint64_t k_class_primary = 0x474e5543432b2b00ull;    // "GNUCC++\0"
constexpr uint64_t k_class_dependent = 0x474e5543432b2b01ull;  // "GNUCC++\1"

struct ThrownObject {
  void* object;  // null: not a C++ exception of this ABI (forced unwind, foreign)
  const void* typeinfo;
  const char* type_name;  // mangled
};

inline const char* type_name_of(const void* typeinfo) {
  const char* name = static_cast<const char* const*>(typeinfo)[1];
  return *name == '*' ? name + 1 : name;
}

inline CxaException* header_of_object(void* object) {
  return static_cast<CxaException*>(object) - 1;
}

inline ThrownObject decode_exception(void* unwind_exception) {
  auto* unwind = static_cast<UnwindException*>(unwind_exception);
  void* object = nullptr;
  if (unwind->exception_class == k_class_primary) {
    object = unwind + 1;
  } else if (unwind->exception_class == k_class_dependent) {
    auto* header = reinterpret_cast<CxaException*>(reinterpret_cast<char*>(unwind) -
                                                   offsetof(CxaException, unwind));
    object = const_cast<void*>(header->type);
  } else {
    return {nullptr, nullptr, ""};
  }
  const void* typeinfo = header_of_object(object)->type;
  return {object, typeinfo, type_name_of(typeinfo)};
}

}  // namespace cutaway::rt
