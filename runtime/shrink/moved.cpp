// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/shrink/moved.h"

#include <string.h>

#include "runtime/replay/own_memory.h"
#include "runtime/replay/recorded_memory.h"

namespace cutaway::rt {
namespace {

constexpr uint64_t k_stacks_end = k_inside_stacks + k_max_threads * k_inside_stack_size;
constexpr uint64_t k_most_of_local = 1 << 20;  // bytes that move with a pointer

struct Range {
  uint64_t low, high;  // recorded
  uint64_t here;       // of `low`
};

// Sorted, without overlaps.
class RangeTable {
 public:
  // The first that ends behind `address`; count() if none does.
  uint64_t find(uint64_t address) const {
    uint64_t low = 0, high = count_;
    while (low < high) {
      const uint64_t middle = (low + high) / 2;
      if (ranges_[middle].high > address) high = middle;
      else low = middle + 1;
    }
    return low;
  }
  const Range& at(uint64_t i) const { return ranges_[i]; }
  uint64_t count() const { return count_; }

  void remove(uint64_t low, uint64_t high) {
    const uint64_t first = find(low);
    uint64_t last = first;
    while (last < count_ && ranges_[last].low < high) last++;
    if (first == last) return;
    memmove(ranges_ + first, ranges_ + last, (count_ - last) * sizeof(Range));
    count_ -= last - first;
  }

  void add(const Range& range) {
    remove(range.low, range.high);
    if (count_ == capacity_) grow();
    const uint64_t at = find(range.low);
    memmove(ranges_ + at + 1, ranges_ + at, (count_ - at) * sizeof(Range));
    ranges_[at] = range;
    count_++;
  }

 private:
  void grow() {
    const Range* old = ranges_;
    capacity_ = capacity_ == 0 ? 256 : 2 * capacity_;
    ranges_ = own_allocate_array<Range>(capacity_);
    if (count_ != 0) memcpy(ranges_, old, count_ * sizeof(Range));
  }

  Range* ranges_ = nullptr;
  uint64_t count_ = 0;
  uint64_t capacity_ = 0;
};

RangeTable g_blocks;
RangeTable g_locals;  // of each pointer one byte

// How many bytes from `address` on lie together here, and where.
uint64_t find_run(uint64_t address, uint64_t* here) {
  *here = address;
  if (is_on_inside_stack(address)) {
    const uint64_t after = g_locals.find(address);
    const bool is_next = after < g_locals.count() && g_locals.at(after).low <= address;
    const uint64_t next = is_next ? after + 1 : after;
    const uint64_t run = next < g_locals.count() ? g_locals.at(next).low - address : ~0ull;
    if (next == 0) return run;
    const Range& below = g_locals.at(next - 1);
    const uint64_t distance = address - below.low;
    if (distance >= k_most_of_local) return run;
    *here = below.here + distance;
    return run < k_most_of_local - distance ? run : k_most_of_local - distance;
  }
  const uint64_t i = g_blocks.find(address);
  if (i == g_blocks.count()) return ~0ull;
  const Range& block = g_blocks.at(i);
  if (block.low > address) return block.low - address;
  *here = block.here + (address - block.low);
  return block.high - address;
}

bool has_moved() { return g_blocks.count() != 0 || g_locals.count() != 0; }

}  // namespace

bool is_on_inside_stack(uint64_t address) {
  return address >= k_inside_stacks && address < k_stacks_end;
}

void note_moved(uint64_t recorded, uint64_t size, uint64_t here) {
  if (recorded == 0 || !is_tracked(recorded)) return;
  if (size == 0) size = 1;
  if (recorded == here) return g_blocks.remove(recorded, recorded + size);
  g_blocks.add({recorded, recorded + size, here});
}

void note_local(uint64_t recorded, uint64_t here) { g_locals.add({recorded, recorded + 1, here}); }

void forget_locals_below(uint64_t address) {
  if (g_locals.count() == 0 || !is_on_inside_stack(address)) return;
  const uint64_t stack = address - (address - k_inside_stacks) % k_inside_stack_size;
  g_locals.remove(stack, address);
}

uint64_t moved(uint64_t recorded) {
  if (!is_tracked(recorded)) return recorded;
  uint64_t here;
  find_run(recorded, &here);
  return here;
}

void move_slots(uint64_t* slots, uint64_t count) {
  if (!has_moved()) return;
  for (uint64_t i = 0; i < count; i++) slots[i] = moved(slots[i]);
}

bool write_moved(uint64_t address, const void* bytes, uint64_t size) {
  if (!has_moved()) return write_recorded(address, bytes, size);
  char buffer[4096];
  const char* from = static_cast<const char*>(bytes);
  while (size != 0) {
    uint64_t count = sizeof(buffer) - address % 8;
    if (count > size) count = size;
    memcpy(buffer, from, count);
    for (uint64_t at = (8 - address % 8) % 8; at + 8 <= count; at += 8) {
      uint64_t word;
      memcpy(&word, buffer + at, 8);
      word = moved(word);
      memcpy(buffer + at, &word, 8);
    }
    for (uint64_t done = 0; done < count;) {
      uint64_t here;
      uint64_t run = find_run(address + done, &here);
      if (run > count - done) run = count - done;
      if (!write_recorded(here, buffer + done, run)) return false;
      done += run;
    }
    from += count;
    address += count;
    size -= count;
  }
  return true;
}

}  // namespace cutaway::rt
