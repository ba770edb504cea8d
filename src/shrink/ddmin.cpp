// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Problem: of n elements find few that fail, with few tests. Idea: leave out half of them, then the
// other half; what cannot be left out as a whole is tried in quarters, and so on down to single
// elements, until a round over single elements leaves nothing out. Example: of 1 to 8 the failure
// needs 1 and 7: neither half can go; {3,4} and {5,6} can; of {1,2,7,8} then 2 and 8. Cost: about 2
// k log n tests if k elements are needed, n^2 at worst. Unlike ddmin as published no part is tried
// alone, and a success does not lead back to larger parts: with few elements needed, both cost more
// than they save.
#include "shrink/ddmin.h"

#include <algorithm>

namespace cutaway {
namespace {

Elements without(const Elements& all, size_t start, size_t size) {
  size_t end = std::min(all.size(), start + size);
  Elements rest(all.begin(), all.begin() + static_cast<ptrdiff_t>(start));
  rest.insert(rest.end(), all.begin() + static_cast<ptrdiff_t>(end), all.end());
  return rest;
}

// Leaves out each run of `size` elements that can be. Whether any was.
bool sweep(Elements* all, size_t size, const FindFailing& find_failing,
           const std::function<bool()>& stops) {
  bool has_removed = false;
  for (size_t start = 0; start < all->size() && !stops();) {
    size_t count = (all->size() - start + size - 1) / size;
    auto failing =
        find_failing({count, [&](size_t i) { return without(*all, start + i * size, size); }});
    if (!failing) break;
    start += *failing * size;
    *all = without(*all, start, size);
    has_removed = true;
  }
  return has_removed;
}

}  // namespace

Minimum ddmin(Elements all, const FindFailing& find_failing,
              const std::function<bool()>& should_stop) {
  auto stops = [&] { return should_stop && should_stop(); };
  if (all.empty() || find_failing({1, [](size_t) { return Elements(); }})) return {{}, true};
  for (size_t size = (all.size() + 1) / 2; size > 1 && !stops(); size = (size + 1) / 2)
    sweep(&all, size, find_failing, stops);
  while (!stops()) {
    bool has_removed = sweep(&all, 1, find_failing, stops);
    if (!has_removed && !stops()) return {std::move(all), true};
  }
  return {std::move(all), false};
}

}  // namespace cutaway
