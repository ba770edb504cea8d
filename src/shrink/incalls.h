// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The incalls of a recording, as shrinking sees them.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "recording/ids.h"
#include "recording/stream_validator.h"
#include "shrink/ddmin.h"
#include "shrink/object_lives.h"

namespace cutaway {

struct IncallTree {
  static constexpr uint32_t k_none = UINT32_MAX;
  std::vector<uint32_t> parents;  // of each incall the one that it happened in; k_none: no one
  std::vector<FunctionId> functions;
  Elements failing;  // those open when it failed, outermost first; none: not in an incall
  struct Patch {
    uint32_t incall;  // that reads it
    uint32_t bytes;
  };
  std::vector<Patch> patches;
  std::vector<Module> modules;
  ObjectLives lives;

  uint32_t count() const { return static_cast<uint32_t>(parents.size()); }
  // Without those whose callers are left out: they cannot happen.
  Elements reachable(const Elements& kept) const;
  // Nor those that destroy what others then use, unless it fails in them.
  Elements possible(const Elements& kept) const;
  // With the callers of each.
  Elements with_callers(const Elements& kept) const;
};

Result<IncallTree> read_incalls(const std::string& recording);

}  // namespace cutaway
