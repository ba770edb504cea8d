// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The event slice: all events that one event of interest depends on, directly or through others.
#pragma once
#include <cstdint>
#include <vector>

#include "abi/shrink.h"

namespace cutaway {

// `reader` uses what `writer` left. Both are numbers of events.
using Dependence = CutawayDependence;

// Of a whole recording. `releases`: the writer gives back a block that the reader has allocated.
struct Dependences {
  std::vector<Dependence> reads, releases;
};

// Of events 0 to `count` - 1, those in the slice of `criteria`, which are part of it; ascending.
std::vector<uint32_t> slice_events(uint32_t count, const std::vector<Dependence>& dependences,
                                   const std::vector<uint32_t>& criteria);

}  // namespace cutaway
