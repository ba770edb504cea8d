// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Problem: which of many calls can have had a part in the last one. Idea (Burger, Algorithm 2): go
// back from it along dependences. There a dependence is that two calls use the same object; here it
// is exact: a call reads a byte that another one was the last to write. Cost: one walk over the
// dependences.
#include "shrink/event_slice.h"

#include <algorithm>

namespace cutaway {

std::vector<uint32_t> slice_events(uint32_t count, const std::vector<Dependence>& dependences,
                                   const std::vector<uint32_t>& criteria) {
  std::vector<Dependence> by_reader;
  for (const Dependence& each : dependences)
    if (each.reader < count && each.writer < count) by_reader.push_back(each);
  std::ranges::sort(by_reader, {}, &Dependence::reader);
  std::vector<bool> is_in(count);
  std::vector<uint32_t> open;
  auto add = [&](uint32_t event) {
    if (event >= count || is_in[event]) return;
    is_in[event] = true;
    open.push_back(event);
  };
  for (uint32_t event : criteria) add(event);
  while (!open.empty()) {
    uint32_t event = open.back();
    open.pop_back();
    auto range = std::ranges::equal_range(by_reader, event, {}, &Dependence::reader);
    for (const Dependence& each : range) add(each.writer);
  }
  std::vector<uint32_t> slice;
  for (uint32_t event = 0; event < count; ++event)
    if (is_in[event]) slice.push_back(event);
  return slice;
}

}  // namespace cutaway
