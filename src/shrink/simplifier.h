// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the values of a part simpler as long as it fails.
#pragma once
#include <functional>
#include <optional>

#include "shrink/contents.h"
#include "shrink/oracle.h"

namespace cutaway {

// The smallest part of `elements` so that with(part) fails. `left`: how many parts may be decided,
// a limit that is the same for any number of jobs; null: no limit.
Result<Minimum> minimise(Oracle& oracle, const Elements& elements,
                         const std::function<Part(const Elements&)>& with,
                         uint64_t* left = nullptr);

class Simplifier {
 public:
  // `part`, which has no edits, fails.
  Simplifier(Oracle& oracle, Part part, PartContents found)
      : oracle_(oracle),
        part_(std::move(part)),
        found_(std::move(found)),
        contents_(found_.contents) {}

  const PartContents& recorded() const { return found_; }
  // As simple as they are by now.
  const Contents& contents() const { return contents_; }
  Part part() const { return with(contents_); }
  // A pass starts, which may decide so many parts.
  void allow(uint64_t tests) { left_ = oracle_.is_slow() ? tests / 20 : tests; }
  uint64_t left() const { return left_; }
  bool is_over() const { return left_ == 0 || oracle_.is_over(); }

  // Leaves out as many of the elements 0 to `count` - 1 as it can. `edit` changes contents to those
  // that have only the elements that are kept; with all of them it changes nothing.
  using Edit = std::function<void(const Elements& kept, Contents* contents)>;
  Result<Elements> leave_out(size_t count, const Edit& edit);

  // Makes the first of `count` changes with which the part fails. Which one; nothing: none.
  using Change = std::function<void(size_t number, Contents* contents)>;
  Result<std::optional<size_t>> make_first(size_t count, const Change& change);

 private:
  Part with(const Contents& contents) const {
    return {part_.incalls, part_.patches, edits_between(found_.contents, contents)};
  }

  Oracle& oracle_;
  Part part_;
  PartContents found_;
  Contents contents_;
  uint64_t left_ = UINT64_MAX;
};

// Calls visit(element) for each of 0 to `count` - 1 that is not in `kept`.
template <typename Visit>
void for_each_missing(const Elements& kept, size_t count, const Visit& visit) {
  size_t next = 0;
  for (uint32_t element = 0; element < count; ++element) {
    bool is_kept = next < kept.size() && kept[next] == element;
    if (is_kept) ++next;
    else visit(element);
  }
}

}  // namespace cutaway
