// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Problem: the calls insert(4711), insert(1205), remove(4711) fail; simpler numbers would, too, but
// not if one 4711 changes without the other. Idea: arguments of the same value change together
// first, then alone. All that can be 0 is found by ddmin, the others one after the other, until
// a round over all changes nothing. Example: insert(0), insert(1), remove(0). Cost: bounded by
// k_most_tests.
#include "shrink/numbers.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <map>

#include "recording/describe.h"
#include "shrink/integers.h"

namespace cutaway {
namespace {

constexpr uint64_t k_most_tests = 400;

// Arguments that have one type and value.
using Group = std::vector<const NumberPlace*>;

uint64_t mask_of(const Leaf& leaf) {
  return leaf.bytes == 8 ? UINT64_MAX : (uint64_t{1} << 8 * leaf.bytes) - 1;
}

bool is_character(const Leaf& leaf) {
  return leaf.bytes == 1 && leaf.type.find("char") != std::string::npos;
}

Integer to_integer(uint64_t word, const Leaf& leaf) {
  uint64_t raw = word & mask_of(leaf);
  if (is_unsigned(leaf.type)) return raw;
  int unused_bits = 64 - 8 * static_cast<int>(leaf.bytes);
  return static_cast<int64_t>(raw << unused_bits) >> unused_bits;
}

bool is_wild_fault(const Failure& failure) {
  constexpr uint64_t k_null_pages = 1 << 16;
  return failure.kind == FailureKind::Signal && failure.address >= k_null_pages;
}

double to_float(uint64_t word, const Leaf& leaf) {
  return leaf.bytes == 4 ? std::bit_cast<float>(static_cast<uint32_t>(word))
                         : std::bit_cast<double>(word);
}

uint64_t float_word(double value, const Leaf& leaf) {
  return leaf.bytes == 4 ? std::bit_cast<uint32_t>(static_cast<float>(value))
                         : std::bit_cast<uint64_t>(value);
}

class NumberPass {
 public:
  NumberPass(Simplifier& simplifier, const Failure& failure)
      : simplifier_(simplifier), is_wild_(is_wild_fault(failure)) {}

  Status run() {
    simplifier_.allow(k_most_tests);
    bool has_changed = true;
    while (has_changed && !simplifier_.is_over()) {
      has_changed = false;
      CUTAWAY_TRY(clear());
      std::vector<Group> all = groups();
      for (const Group& group : all) {
        CUTAWAY_TRY(simplify(group, &has_changed));
        if (group.size() == 1) continue;
        for (const NumberPlace* place : group) CUTAWAY_TRY(simplify({place}, &has_changed));
      }
      if (all.size() < 2) break;  // none could change what another one can be
    }
    return Ok{};
  }

 private:
  uint64_t value_of(const NumberPlace& place) const {
    return word_of(simplifier_.contents(), place) & mask_of(place.leaf);
  }

  // Of those that are not 0, in the order of their first calls.
  std::vector<Group> groups() const {
    std::vector<Group> groups;
    std::map<std::pair<std::string, uint64_t>, size_t> known;
    for (const NumberPlace& place : simplifier_.recorded().numbers) {
      uint64_t value = value_of(place);
      if (value == 0) continue;
      auto [entry, is_new] = known.try_emplace({place.leaf.type, value}, groups.size());
      if (is_new) groups.emplace_back();
      groups[entry->second].push_back(&place);
    }
    return groups;
  }

  static void set(const Group& group, uint64_t value, Contents* contents) {
    for (const NumberPlace* place : group)
      word_of(*contents, *place) = value & mask_of(place->leaf);
  }

  // Which can be 0.
  Status clear() {
    std::vector<Group> all;
    for (Group& group : groups())
      if (!is_character(group[0]->leaf)) all.push_back(std::move(group));
    auto edit = [&](const Elements& kept, Contents* contents) {
      for_each_missing(kept, all.size(), [&](uint32_t i) { set(all[i], 0, contents); });
    };
    CUTAWAY_TRY(simplifier_.leave_out(all.size(), edit));
    return Ok{};
  }

  // Gives the group the first of the words with which the part fails.
  std::optional<size_t> take_first(const Group& group, const std::vector<uint64_t>& words) {
    if (problem_) return std::nullopt;
    auto found = simplifier_.make_first(
        words.size(), [&](size_t i, Contents* contents) { set(group, words[i], contents); });
    if (found) return *found;
    problem_ = found.error();
    return std::nullopt;
  }

  Status simplify(const Group& group, bool* has_changed) {
    uint64_t before = value_of(*group[0]);
    if (before == 0) return Ok{};
    const Leaf& leaf = group[0]->leaf;
    if (leaf.kind == LeafKind::Float) {
      simplify_float(group, to_float(before, leaf));
    } else if (is_character(leaf)) {
      if (before != 'a') take_first(group, {'a'});
    } else if (is_wild_) {
      take_first(group, {0, 1});
    } else {
      simplest_integer(to_integer(before, leaf), [&](const std::vector<Integer>& integers) {
        return take_first(group, {integers.begin(), integers.end()});
      });
    }
    if (problem_) return *problem_;
    *has_changed |= value_of(*group[0]) != before;
    return Ok{};
  }

  void simplify_float(const Group& group, double value) {
    std::vector<uint64_t> words;
    for (double simple : {0.0, 1.0, std::trunc(value)}) {
      if (simple == value) break;
      words.push_back(float_word(simple, group[0]->leaf));
    }
    take_first(group, words);
  }

  Simplifier& simplifier_;
  // Which number is just large enough to leave mapped memory depends on what lies beside it in this
  // very run: a test with that number would not fail elsewhere.
  bool is_wild_;
  std::optional<Error> problem_;
};

}  // namespace

Status simplify_numbers(Simplifier& simplifier, const Failure& failure) {
  // Nobody can tell what the outside would do with others.
  if (failure.kind == FailureKind::Outside) return Ok{};
  return NumberPass(simplifier, failure).run();
}

}  // namespace cutaway
