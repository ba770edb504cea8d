// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Problem: of `add` a hundred times and `remove` a hundred times, what is left at the end counts.
// No call can go alone, and no run of calls, since all of one come before all of the other: delta
// debugging ends with all two hundred. Idea: leave out as many of one function as of another, all
// of them, then half, a quarter, down to one of each; queues lose their first calls, stacks the
// last that add and the first that remove. Example: add a, add b, remove, remove, read: without
// both `add` and `remove` in one test. Cost: 4 log n tests for each pair of functions.
#include "shrink/balanced.h"

#include <algorithm>
#include <map>

namespace cutaway {
namespace {

constexpr size_t k_most_ways = 4096;

}  // namespace

BalancedCalls::BalancedCalls(const Elements& calls, const std::vector<FunctionId>& functions)
    : calls_(calls) {
  std::map<FunctionId, Elements> of;
  for (uint32_t call : calls) of[functions[call]].push_back(call);
  for (auto& [function, own] : of) calls_of_.push_back(std::move(own));
  auto size_of = [&](uint32_t i) { return static_cast<uint32_t>(calls_of_[i].size()); };
  for (uint32_t first = 0; first < calls_of_.size(); ++first) {
    for (uint32_t second = first + 1; second < calls_of_.size(); ++second) {
      for (uint32_t size = std::min(size_of(first), size_of(second)); size > 0; size /= 2) {
        if (ways_.size() >= k_most_ways) break;
        for (bool first_at_end : {false, true})
          for (bool second_at_end : {false, true})
            ways_.push_back({first, second, size, first_at_end, second_at_end});
      }
    }
  }
  std::ranges::stable_sort(ways_, std::ranges::greater(), &Way::size);
}

Elements BalancedCalls::without(size_t i) const {
  const Way& way = ways_[i];
  Elements gone;
  auto take = [&](const Elements& own, bool at_end) {
    auto begin = at_end ? own.end() - way.size : own.begin();
    gone.insert(gone.end(), begin, begin + way.size);
  };
  take(calls_of_[way.first], way.first_at_end);
  take(calls_of_[way.second], way.second_at_end);
  std::ranges::sort(gone);
  Elements rest;
  std::ranges::set_difference(calls_, gone, std::back_inserter(rest));
  return rest;
}

}  // namespace cutaway
