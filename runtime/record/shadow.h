// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The shadow of all tracked memory and its initial content.
#pragma once
#include "runtime/common/modules.h"
#include "runtime/record/state.h"

namespace cutaway::rt {

// Reserves the shadow range. False if something else is mapped there.
bool reserve_shadow();
// The same for the cells of known functions.
bool map_known_cells();

// Gives the writable segments of `module` the shadow that a fresh replayed process has there.
// Needs the images of all loaded modules in g_images.
void initialise_shadow(const Module& module);

// Adds the parts of `module` that are read-only after relocation to g_read_only.
bool add_read_only_parts(const Module& module, uint32_t ident);

}  // namespace cutaway::rt
