// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/replay/roles.h"

#include <malloc.h>
#include <stdlib.h>

#include <new>

#include "runtime/replay/module_map.h"

namespace cutaway::rt {
namespace {

struct RoleOfFunction {
  uint64_t address;
  SiteRole role;
};

template <class Function>
uint64_t address_of(Function* function) {
  return reinterpret_cast<uint64_t>(function);
}

}  // namespace

SiteRole role_of_function(uint64_t callee) {
  const RoleOfFunction functions[] = {
      {address_of(malloc), SiteRole::allocate},
      {address_of(calloc), SiteRole::allocate_array},
      {address_of(memalign), SiteRole::allocate_aligned},
      {address_of(aligned_alloc), SiteRole::allocate_aligned},
      {address_of(realloc), SiteRole::reallocate},
      {address_of(free), SiteRole::release},
      {address_of<void*(size_t)>(operator new), SiteRole::allocate},
      {address_of<void*(size_t)>(operator new[]), SiteRole::allocate},
      {address_of<void(void*) noexcept>(operator delete), SiteRole::release},
      {address_of<void(void*) noexcept>(operator delete[]), SiteRole::release},
      {address_of<void(void*, size_t) noexcept>(operator delete), SiteRole::release},
      {address_of<void(void*, size_t) noexcept>(operator delete[]), SiteRole::release},
  };
  for (const RoleOfFunction& known : functions)
    if (known.address == callee) return known.role;
  return SiteRole::none;
}

SiteRole role_of_call(Event outcall) {
  const ReplaySite& site = g_tables.sites[outcall.ident()];
  if ((site.flags & k_site_indirect) == 0) return site.role;
  return role_of_function(g_modules.slot(outcall.values(site.arg_slots + 1ull), 0));
}

bool is_allocation(SiteRole role) {
  return role == SiteRole::allocate || role == SiteRole::allocate_array ||
         role == SiteRole::allocate_aligned || role == SiteRole::reallocate;
}

uint64_t requested_bytes(SiteRole role, const uint64_t* arguments) {
  if (role == SiteRole::allocate_array) return arguments[0] * arguments[1];
  if (role == SiteRole::allocate_aligned || role == SiteRole::reallocate) return arguments[1];
  return arguments[0];
}

}  // namespace cutaway::rt
