// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Problem: of a long row of calls only the last ones matter, but which is the first of them? Idea:
// count for each position the dependences that cross it; where few do, one thing has ended and the
// next begins. Example: o.open o.read o.close, and the same again: what crosses the middle is less
// than what crosses between open and close. Besides those, the last few positions, and some that
// are ever further apart, for calls that depend on each other in ways that nobody has traced.
#include "shrink/starts.h"

#include <algorithm>
#include <set>

namespace cutaway {
namespace {

constexpr size_t k_fewest = 8;  // events; fewer are soon tried one by one
constexpr size_t k_last = 8;    // positions at the end
constexpr size_t k_calm = 24;   // positions that fewer dependences cross than those beside them
constexpr size_t k_growth = 3;  // each distance is larger by a third

size_t position_of(const Elements& events, uint32_t event) {
  return static_cast<size_t>(std::ranges::lower_bound(events, event) - events.begin());
}

// Of each position how many dependences lead over it.
std::vector<int64_t> count_crossings(const Elements& events,
                                     const std::vector<Dependence>& dependences) {
  std::vector<int64_t> crossings(events.size() + 1);
  for (const Dependence& dependence : dependences) {
    if (dependence.writer >= dependence.reader) continue;
    size_t from = position_of(events, dependence.writer) + 1;
    size_t to = position_of(events, dependence.reader);
    if (!std::ranges::binary_search(events, dependence.writer) || from > to) continue;
    ++crossings[from];
    if (to + 1 < crossings.size()) --crossings[to + 1];
  }
  for (size_t i = 1; i < crossings.size(); ++i) crossings[i] += crossings[i - 1];
  return crossings;
}

}  // namespace

std::vector<size_t> find_starts(const Elements& events,
                                const std::vector<Dependence>& dependences) {
  size_t count = events.size();
  if (count < k_fewest) return {};
  std::set<size_t, std::greater<>> starts;
  for (size_t kept = 1; kept < count; kept += std::max<size_t>(1, (kept - 1) / k_growth))
    if (kept <= k_last || kept - 1 >= k_growth) starts.insert(count - kept);
  std::vector<int64_t> crossings = count_crossings(events, dependences);
  size_t calm = 0;
  for (size_t i = count - 1; i > 0 && calm < k_calm; --i) {
    if (crossings[i] >= crossings[i + 1] || crossings[i] > crossings[i - 1]) continue;
    starts.insert(i);
    ++calm;
  }
  return {starts.begin(), starts.end()};
}

}  // namespace cutaway
