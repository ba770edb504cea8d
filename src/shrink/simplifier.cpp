// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shrink/simplifier.h"

#include <algorithm>
#include <numeric>

namespace cutaway {

namespace {

// The first part that fails of as many as may be decided.
Result<std::optional<size_t>> find_failing(Oracle& oracle, size_t count,
                                           const std::function<Part(size_t)>& make,
                                           uint64_t* left) {
  count = std::min<uint64_t>(count, *left);
  CUTAWAY_ASSIGN(std::optional<size_t> found, oracle.find_failing(count, make));
  *left -= found ? *found + 1 : count;
  return found;
}

}  // namespace

Result<Minimum> minimise(Oracle& oracle, const Elements& elements,
                         const std::function<Part(const Elements&)>& with, uint64_t* left) {
  std::optional<Error> problem;
  uint64_t no_limit = UINT64_MAX;
  if (left == nullptr) left = &no_limit;
  auto find = [&](const Candidates& candidates) -> std::optional<size_t> {
    auto make = [&](size_t i) { return with(candidates.make(i)); };
    auto found = find_failing(oracle, candidates.count, make, left);
    if (found) return *found;
    problem = found.error();
    return std::nullopt;
  };
  Minimum minimum =
      ddmin(elements, find, [&] { return problem || *left == 0 || oracle.is_over(); });
  if (problem) return *problem;
  return minimum;
}

Result<Elements> Simplifier::leave_out(size_t count, const Edit& edit) {
  Elements all(count);
  std::iota(all.begin(), all.end(), 0);
  auto edited = [&](const Elements& kept) {
    Contents contents = contents_;
    edit(kept, &contents);
    return contents;
  };
  auto edited_part = [&](const Elements& kept) { return with(edited(kept)); };
  CUTAWAY_ASSIGN(Minimum minimum, minimise(oracle_, all, edited_part, &left_));
  contents_ = edited(minimum.elements);
  return std::move(minimum.elements);
}

Result<std::optional<size_t>> Simplifier::make_first(size_t count, const Change& change) {
  auto changed = [&](size_t number) {
    Contents contents = contents_;
    change(number, &contents);
    return contents;
  };
  CUTAWAY_ASSIGN(std::optional<size_t> found,
                 find_failing(oracle_, count, [&](size_t i) { return with(changed(i)); }, &left_));
  if (found) contents_ = changed(*found);
  return found;
}

}  // namespace cutaway
