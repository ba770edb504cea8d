// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// To match a thrown object with a handler, the personality routine reads a thrown pointer (the
// handler may want a base of what it points to), and the table pointer of each subobject with
// virtual bases. The replayer raises the exception with the same personality routine, so it must
// have these bytes. Types are read as the Itanium C++ ABI lays them out, section 2.9.5.
#include "runtime/record/thrown_object.h"

#include "runtime/record/patches.h"

// Not linked: null in a program without libstdc++, which then throws nothing either.
extern "C" {
__attribute__((weak,
               visibility("default"))) extern const char _ZTVN10__cxxabiv120__si_class_type_infoE[];
__attribute__((
    weak, visibility("default"))) extern const char _ZTVN10__cxxabiv121__vmi_class_type_infoE[];
}

namespace cutaway::rt {

namespace {

constexpr uint64_t k_address_point = 16;  // of a vtable without virtual bases
constexpr int k_deepest = 64;             // bases of bases

struct TypeInfo {
  const char* table;
  const char* name;
};
struct SingleBase : TypeInfo {
  const TypeInfo* base;
};
struct ManyBases : TypeInfo {
  uint32_t flags;
  uint32_t count;
  struct {
    const TypeInfo* type;
    int64_t offset_and_flags;  // bit 0: virtual; offset << 8, in the object or in its table
  } bases[];
};
constexpr int64_t k_is_virtual = 1;
constexpr int k_offset_shift = 8;

struct Check {
  Context* context;
  uint64_t sp;

  void word(const char* at) const { check_bytes(context, at, sizeof(uint64_t), sp); }

  void class_object(const TypeInfo* type, const char* object, int depth) const {
    if (depth == k_deepest) return;
    if (type->table == _ZTVN10__cxxabiv120__si_class_type_infoE + k_address_point) {
      class_object(static_cast<const SingleBase*>(type)->base, object, depth + 1);
    }
    if (type->table != _ZTVN10__cxxabiv121__vmi_class_type_infoE + k_address_point) return;
    const auto* many = static_cast<const ManyBases*>(type);
    for (uint32_t i = 0; i < many->count; i++) {
      const int64_t offset = many->bases[i].offset_and_flags >> k_offset_shift;
      const bool is_virtual = (many->bases[i].offset_and_flags & k_is_virtual) != 0;
      class_object(many->bases[i].type,
                   object + (is_virtual ? virtual_offset(object, offset) : offset), depth + 1);
    }
  }

 private:
  int64_t virtual_offset(const char* object, int64_t at) const {
    word(object);
    const char* table = *reinterpret_cast<const char* const*>(object);
    return *reinterpret_cast<const int64_t*>(table + at);
  }
};

}  // namespace

void check_thrown_object(Context* context, const ThrownObject& thrown, uint64_t sp) {
  if (thrown.object == nullptr) return;
  const Check check{context, sp};
  const auto* object = static_cast<const char*>(thrown.object);
  const bool is_pointer = thrown.type_name[0] == 'P';
  if (is_pointer) return check.word(object);
  check.class_object(static_cast<const TypeInfo*>(thrown.typeinfo), object, 0);
}

}  // namespace cutaway::rt
