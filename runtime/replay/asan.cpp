// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/replay/asan.h"

#include <elf.h>
#include <link.h>
#include <string.h>
#include <initializer_list>

#include "runtime/common/modules.h"
#include "runtime/common/system.h"
#include "runtime/common/text.h"
#include "runtime/replay/module_map.h"

namespace cutaway::rt {
namespace {

// --- What poisons frames, as the runtime does it -------------------------------------------------

constexpr uint64_t k_alloca_redzone = 32;

void poison_alloca(uint64_t address, uint64_t size) {
  const uint64_t end = address + size;
  const uint64_t right = round_up(end, k_alloca_redzone);
  set_poison(address - k_alloca_redzone, k_alloca_redzone, k_asan_alloca_left);
  const uint64_t granule = round_down(end, k_asan_granule);
  set_poison(granule, right - granule + k_alloca_redzone, k_asan_alloca_right);
  if (end % k_asan_granule != 0) clear_poison(granule, end % k_asan_granule);
}

void unpoison_allocas(uint64_t top, uint64_t bottom) {
  if (top != 0 && top <= bottom) clear_poison(top, bottom - top);
}

void poison_frame(uint64_t address, uint64_t size) {
  if (size != 0) set_poison(address, size, k_asan_after_scope);
}
void unpoison_frame(uint64_t address, uint64_t size) {
  if (size != 0) clear_poison(address, size);
}

template <uint8_t value>
void set_shadow(uint64_t shadow, uint64_t size) {
  memset(reinterpret_cast<void*>(shadow), value, size);
}

// Its versions of these have results of their own: -1, 0 or 1.
int compare_within(const unsigned char* a, const unsigned char* b, uint64_t size) {
  for (; size != 0; a++, b++, size--) {
    if (*a != *b) return *a < *b ? -1 : 1;
    if (*a == 0) return 0;
  }
  return 0;
}
int compare(const unsigned char* a, const unsigned char* b) { return compare_within(a, b, ~0ull); }

union Function {
  void (*poison)(uint64_t, uint64_t);
  int (*compare)(const unsigned char*, const unsigned char*);
  int (*compare_within)(const unsigned char*, const unsigned char*, uint64_t);
  const void* code;
};
struct Stand {
  const char* name;
  Function function;
};
constexpr Stand k_stands[] = {
    {"___interceptor_strcmp", {.compare = compare}},
    {"___interceptor_strncmp", {.compare_within = compare_within}},
    {"__asan_alloca_poison", {poison_alloca}},
    {"__asan_allocas_unpoison", {unpoison_allocas}},
    {"__asan_poison_stack_memory", {poison_frame}},
    {"__asan_unpoison_stack_memory", {unpoison_frame}},
    {"__asan_set_shadow_00", {set_shadow<0>}},
    {"__asan_set_shadow_01", {set_shadow<1>}},
    {"__asan_set_shadow_02", {set_shadow<2>}},
    {"__asan_set_shadow_03", {set_shadow<3>}},
    {"__asan_set_shadow_04", {set_shadow<4>}},
    {"__asan_set_shadow_05", {set_shadow<5>}},
    {"__asan_set_shadow_06", {set_shadow<6>}},
    {"__asan_set_shadow_07", {set_shadow<7>}},
    {"__asan_set_shadow_f1", {set_shadow<k_asan_stack_left>}},
    {"__asan_set_shadow_f2", {set_shadow<k_asan_stack_middle>}},
    {"__asan_set_shadow_f3", {set_shadow<k_asan_stack_right>}},
    {"__asan_set_shadow_f5", {set_shadow<k_asan_after_return>}},
    {"__asan_set_shadow_f8", {set_shadow<k_asan_after_scope>}},
};

// --- Functions that stand for libc's -------------------------------------------------------------

constexpr char k_interceptor[] = "___interceptor_";

// No function of libc may be called before all are led there.
bool is_same_text(const char* a, const char* b) {
  for (; *a != 0 && *a == *b; a++) b++;
  return *a == *b;
}

// Names of libc in the module that holds the runtime; null: not one of them.
const char* libc_name(const char* name) {
  if (has_prefix(name, k_interceptor)) return name + sizeof(k_interceptor) - 1;
  const bool is_operator = has_prefix(name, "_Znw") || has_prefix(name, "_Zna") ||
                           has_prefix(name, "_Zdl") || has_prefix(name, "_Zda");
  return is_operator ? name : nullptr;
}

void find_asan(const Module& module, void* data) {
  if (holds_address(module, reinterpret_cast<const void*>(address_in_asan())))
    *static_cast<Module*>(data) = module;
}

// The symbols of a loaded library. dlsym would need a heap for each name that is not there.
class Library {
 public:
  explicit Library(const link_map& map) : bias_(map.l_addr) {
    for (const ElfW(Dyn)* entry = map.l_ld; entry->d_tag != DT_NULL; entry++) {
      const uint64_t value = entry->d_un.d_val;
      if (entry->d_tag == DT_GNU_HASH) table_ = reinterpret_cast<const uint32_t*>(value);
      if (entry->d_tag == DT_SYMTAB) symbols_ = reinterpret_cast<const ElfW(Sym)*>(value);
      if (entry->d_tag == DT_STRTAB) names_ = reinterpret_cast<const char*>(value);
      if (entry->d_tag == DT_VERSYM) versions_ = reinterpret_cast<const uint16_t*>(value);
    }
  }

  // 0: it defines no such function.
  uint64_t find(const char* name) const {
    if (table_ == nullptr || table_[0] == 0) return 0;
    const uint32_t first = table_[1];
    const uint32_t* chains = buckets() + table_[0];
    const uint32_t wanted = hash(name);
    for (uint32_t i = buckets()[wanted % table_[0]]; i >= first && i != 0; i++) {
      const uint32_t found = chains[i - first];
      if ((found | 1) == (wanted | 1) && is_default(i) &&
          is_same_text(names_ + symbols_[i].st_name, name))
        return resolve(symbols_[i]);
      if ((found & 1) != 0) break;
    }
    return 0;
  }

  uint64_t count() const {
    if (table_ == nullptr) return 0;
    uint32_t last = 0;
    for (uint32_t i = 0; i < table_[0]; i++) last = buckets()[i] > last ? buckets()[i] : last;
    if (last < table_[1]) return 0;
    const uint32_t* chains = buckets() + table_[0];
    while ((chains[last - table_[1]] & 1) == 0) last++;
    return last + 1;
  }
  const ElfW(Sym) & symbol(uint64_t i) const { return symbols_[i]; }
  const char* name(uint64_t i) const { return names_ + symbols_[i].st_name; }

 private:
  const uint32_t* buckets() const { return table_ + 4 + table_[2] * 2; }
  static uint32_t hash(const char* name) {
    uint32_t value = 5381;
    for (; *name != 0; name++) value = value * 33 + static_cast<unsigned char>(*name);
    return value;
  }
  bool is_default(uint64_t i) const {
    constexpr uint16_t k_hidden = 0x8000;
    return symbols_[i].st_shndx != SHN_UNDEF &&
           (versions_ == nullptr || (versions_[i] & k_hidden) == 0);
  }
  uint64_t resolve(const ElfW(Sym) & symbol) const {
    const uint64_t address = bias_ + symbol.st_value;
    if (ELF64_ST_TYPE(symbol.st_info) == STT_GNU_IFUNC)
      return reinterpret_cast<uint64_t (*)()>(address)();
    return ELF64_ST_TYPE(symbol.st_info) == STT_FUNC ? address : 0;
  }

  uint64_t bias_;
  const uint32_t* table_ = nullptr;
  const ElfW(Sym) * symbols_ = nullptr;
  const char* names_ = nullptr;
  const uint16_t* versions_ = nullptr;
};

// jmp [rip], and where to: changes no register.
struct __attribute__((packed)) Jump {
  uint16_t code = 0x25ff;
  uint32_t offset = 0;
  uint64_t target;
};

class Disarmer {
 public:
  Disarmer(const Module& module, const link_map& map) : module_(module), map_(map), own_(map) {}

  void run() {
    protect(PROT_READ | PROT_WRITE | PROT_EXEC);
    const uint64_t count = own_.count();
    for (uint64_t i = 0; i < count; i++) lead_on(i);
    protect(PROT_READ | PROT_EXEC);
  }

 private:
  void protect(int protection) {
    for (uint32_t i = 0; i < module_.header_count; i++) {
      const ElfW(Phdr)& header = module_.headers[i];
      if (header.p_type != PT_LOAD || (header.p_flags & PF_X) == 0) continue;
      const uint64_t from = round_down(module_.bias + header.p_vaddr, k_page_bytes);
      const uint64_t to = round_up(module_.bias + header.p_vaddr + header.p_memsz, k_page_bytes);
      sys_protect(reinterpret_cast<void*>(from), to - from, protection);
    }
  }

  void lead(uint64_t i, uint64_t target) {
    const Jump jump{.target = target};
    auto* code = reinterpret_cast<volatile char*>(module_.bias + own_.symbol(i).st_value);
    for (uint64_t byte = 0; byte < sizeof(jump); byte++)
      code[byte] = reinterpret_cast<const char*>(&jump)[byte];
  }

  void lead_to_libc(uint64_t i, const char* name) {
    for (const link_map* map = _r_debug.r_map; map != nullptr; map = map->l_next) {
      // The kernel's own is not relocated.
      if (map == &map_ || has_prefix(map->l_name, "linux-vdso")) continue;
      if (const uint64_t found = Library(*map).find(name)) return lead(i, found);
    }
  }

  void lead_on(uint64_t i) {
    const ElfW(Sym)& symbol = own_.symbol(i);
    if (symbol.st_shndx == SHN_UNDEF || ELF64_ST_TYPE(symbol.st_info) != STT_FUNC) return;
    const char* name = own_.name(i);
    for (const Stand& stand : k_stands)
      if (is_same_text(stand.name, name)) return lead(i, to_word(stand.function.code));
    if (const char* meant = libc_name(name)) lead_to_libc(i, meant);
  }

  const Module& module_;
  const link_map& map_;
  const Library own_;
};

bool map_range(uint64_t from, uint64_t to) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  if (to_word(sys_map(from, to - from, PROT_READ | PROT_WRITE, flags)) != from) return false;
  sys_advise(reinterpret_cast<void*>(from), to - from, MADV_DONTDUMP);
  return true;
}

}  // namespace

void disarm_asan() {
  if (!has_asan()) return;
  Module module{};
  for_each_module(find_asan, &module);
  for (const link_map* map = _r_debug.r_map; map != nullptr; map = map->l_next)
    if (map->l_addr == module.bias) Disarmer(module, *map).run();
}

bool map_asan_shadow() {
  return map_range(round_down(k_asan_offset, k_page_bytes), k_asan_low_shadow_end) &&
         map_range(k_asan_high_shadow, k_asan_shadow_end);
}

uint64_t relocate_asan_shadow(uint64_t address) {
  return asan_shadow(relocate((address - k_asan_offset) << k_asan_scale));
}

void on_asan_report(void*, uint64_t, uint64_t) {}
void on_asan_reported(void*) {}

int32_t on_asan_is_poisoned(void*, int32_t which, uint64_t a, uint64_t b, uint64_t n) {
  const uint64_t arguments[3] = {a, b, n};
  AsanMisuse misuse;
  return find_misuse(which, arguments, &misuse) ? 1 : 0;
}

}  // namespace cutaway::rt
