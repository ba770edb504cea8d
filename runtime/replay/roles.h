// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a call of the outside does with the heap, by the name at its site or, if that has none, by
// the function that is called.
#pragma once
#include "runtime/common/rt.h"
#include "runtime/replay/tables.h"

namespace cutaway::rt {

SiteRole role_of_function(uint64_t callee);
// Of a recorded outcall.
SiteRole role_of_call(Event outcall);

bool is_allocation(SiteRole role);
// What an allocator is asked for; its first two arguments.
uint64_t requested_bytes(SiteRole role, const uint64_t* arguments);

}  // namespace cutaway::rt
