// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Binds the recorder's own references again, past the module that holds AddressSanitizer's runtime.
#include "runtime/record/asan_bypass.h"

#include <dlfcn.h>
#include <link.h>

#include "runtime/common/asan.h"
#include "runtime/common/modules.h"
#include "runtime/common/system.h"

namespace cutaway::rt {
namespace {

struct Both {
  Module own;
  Module asan;
};

void find_both(const Module& module, void* data) {
  auto* both = static_cast<Both*>(data);
  if (holds_address(module, reinterpret_cast<const void*>(&bypass_asan))) both->own = module;
  if (holds_address(module, reinterpret_cast<const void*>(address_in_asan()))) both->asan = module;
}

void rebind(const Both& both, const ElfW(Rela) & relocation, const ElfW(Sym) * symbols,
            const char* names) {
  const auto type = ELF64_R_TYPE(relocation.r_info);
  if (type != R_X86_64_GLOB_DAT && type != R_X86_64_JUMP_SLOT) return;
  auto* slot = reinterpret_cast<void**>(both.own.bias + relocation.r_offset);
  if (*slot == nullptr || !holds_address(both.asan, *slot)) return;
  const ElfW(Sym)& symbol = symbols[ELF64_R_SYM(relocation.r_info)];
  if (symbol.st_shndx != SHN_UNDEF) {
    *slot = reinterpret_cast<void*>(both.own.bias + symbol.st_value);
    return;
  }
  const char* name = names + symbol.st_name;
  // Its own functions are meant where they are called by name.
  const bool is_its_own =
      name[0] == '_' && name[1] == '_' && (name[2] == 'a' || name[2] == 's' || name[2] == 'l');
  void* next = is_its_own ? nullptr : dlsym(RTLD_NEXT, name);
  if (next != nullptr) *slot = next;
}

void protect_relocated(const Module& module, int protection) {
  for (uint32_t i = 0; i < module.header_count; i++) {
    const ElfW(Phdr)& header = module.headers[i];
    if (header.p_type != PT_GNU_RELRO) continue;
    const uint64_t from = round_down(module.bias + header.p_vaddr, k_page_bytes);
    const uint64_t to = round_down(module.bias + header.p_vaddr + header.p_memsz, k_page_bytes);
    sys_protect(reinterpret_cast<void*>(from), to - from, protection);
  }
}

}  // namespace

void bypass_asan() {
  if (!has_asan()) return;
  Both both{};
  for_each_module(find_both, &both);
  const auto* symbols = reinterpret_cast<const ElfW(Sym)*>(dynamic_value(both.own, DT_SYMTAB));
  const auto* names = reinterpret_cast<const char*>(dynamic_value(both.own, DT_STRTAB));
  protect_relocated(both.own, PROT_READ | PROT_WRITE);
  constexpr int64_t k_tables[][2] = {{DT_RELA, DT_RELASZ}, {DT_JMPREL, DT_PLTRELSZ}};
  for (const auto& [table, bytes] : k_tables) {
    const auto* at = reinterpret_cast<const ElfW(Rela)*>(dynamic_value(both.own, table));
    const uint64_t count = dynamic_value(both.own, bytes) / sizeof(*at);
    for (uint64_t i = 0; i < count; i++) rebind(both, at[i], symbols, names);
  }
  protect_relocated(both.own, PROT_READ);
}

}  // namespace cutaway::rt
