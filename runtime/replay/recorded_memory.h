// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory at recorded addresses: heap, foreign stacks, mappings of the recorded process. Zero-filled
// groups of pages are mapped when first touched, by a patch (explicitly) or by the inside (from the
// SIGSEGV handler). A faithful replay touches only what was mapped in the recording, so a whole
// group may be mapped at once; only the page of the recorded fault needs care, because there
// the access itself is the event to repeat.
#pragma once
#include "runtime/common/rt.h"

namespace cutaway::rt {

constexpr uint64_t k_group_bytes = 64 << 10;

bool prepare_recorded_memory();

// Thread `ident`'s inside stack. Returns where inside_sp starts, null if it cannot be mapped. In a
// zoomed recording it may hold locals that other threads use, though its own thread is never
// inside: then the first of them maps it.
char* map_inside_stack(uint32_t ident);

// Is `address` in the guard below either half of an inside stack?
bool is_inside_stack_guard(uint64_t address);

// Makes [address, +size) accessible; false if it is no memory that a recorded process can have had.
bool ensure_mapped(uint64_t address, uint64_t size);

// For the SIGSEGV handler: maps the page at `address`; false if it must stay unmapped or was
// mapped already, so that the fault is a real one.
bool map_on_demand(uint64_t address);

// The recorded fault at `address` comes next: takes its page away. `is_protected`: it was mapped
// (SEGV_ACCERR), so other accesses to it may be reads.
void arm_fault(uint64_t address, bool is_protected);
bool is_armed_fault(uint64_t address);
// A read beside the recorded fault in a page that was only write-protected. False if not so.
bool permit_read(uint64_t address);

// Copies `size` bytes to a recorded address or, if it lies in a loaded image, there. Bytes that are
// equal already are not written: they may be read-only. False if the target is not data.
bool write_recorded(uint64_t address, const void* bytes, uint64_t size);

}  // namespace cutaway::rt
