// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/shrink/lifetimes.h"

#include <algorithm>

#include "abi/shrink.h"
#include "runtime/common/system.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/own_memory.h"
#include "runtime/replay/report.h"
#include "runtime/replay/roles.h"
#include "runtime/replay/tables.h"
#include "runtime/shrink/block_map.h"

namespace cutaway::rt {
namespace {

List<Lifetime> g_lifetimes;  // in the order of their birth

// What a test has to move when it reduces the stream.
enum class MomentKind : uint8_t { birth, giving, death };
struct Moment {
  const uint64_t* at;
  uint32_t lifetime;
  MomentKind kind;
};
List<Moment> g_moments;
uint64_t g_next_moment;

// --- Reading the recording -----------------------------------------------------------------------

class Reader {
 public:
  explicit Reader(bool knows_releases)
      : knows_releases_(knows_releases), tracks_(own_allocate_array<List<Open>>(k_max_threads)) {}

  void run() {
    for (const uint64_t* at = g_stream.begin; at < g_stream.end; at += 1 + event_words(*at))
      take({at});
  }

 private:
  struct Open {
    Event event;
    SiteRole role;
  };

  void take(Event event) {
    const uint32_t kind = event.kind();
    if (kind == k_event_thread) track_ = &tracks_[event.ident() % k_max_threads];
    if (track_ == nullptr) track_ = tracks_;
    if (kind == k_event_incall) track_->add({event, SiteRole::none});
    if (kind == k_event_outcall) take_outcall(event);
    if (kind == k_event_outcall_return && track_->count != 0) {
      const Open open = track_->items[track_->count - 1];
      if (is_allocation(open.role)) take_block(open, event);
    }
    const bool ends = kind == k_event_incall_return || kind == k_event_incall_throw ||
                      kind == k_event_outcall_return || kind == k_event_outcall_throw;
    if (ends && track_->count != 0) track_->count--;
    if ((kind == k_event_abandon || kind == k_event_landed) && event.ident() < track_->count)
      track_->count = event.ident();
  }

  Lifetime* live_at(uint64_t address) {
    const uint32_t number = map_.at(address);
    Lifetime* found = number != 0 ? &g_lifetimes.items[number - 1] : nullptr;
    return found != nullptr && found->dead == nullptr ? found : nullptr;
  }

  void take_outcall(Event event) {
    const ReplaySite& site = g_tables.sites[event.ident()];
    const SiteRole role = role_of_call(event);
    track_->add({event, role});
    const Values values = event.values(site.arg_slots + 1ull);
    for (uint64_t i = 1; i <= site.arg_slots; i++) {
      const uint64_t argument = g_modules.slot(values, i);
      Lifetime* block = is_tracked(argument) ? live_at(argument) : nullptr;
      if (block == nullptr || block->address != argument) continue;
      if (role == SiteRole::none) block->giver = event.words;
      if (role == SiteRole::release && i == 1) end(*block, event, BlockEnd::released);
    }
  }

  static void end(Lifetime& block, Event event, BlockEnd how) {
    block.dead = event.words;
    block.end = how;
  }

  void take_block(const Open& open, Event answer) {
    const ReplaySite& site = g_tables.sites[open.event.ident()];
    const Values values = open.event.values(site.arg_slots + 1ull);
    uint64_t arguments[2] = {};
    for (uint64_t i = 0; i < 2 && i < site.arg_slots; i++)
      arguments[i] = g_modules.slot(values, i + 1);
    const uint64_t address = site.ret_slots != 0 ? g_modules.slot(answer.values(1), 0) : 0;
    if (address == 0) return;
    if (open.role == SiteRole::reallocate) {
      Lifetime* old = live_at(arguments[0]);
      if (old != nullptr && old->address == arguments[0]) end(*old, open.event, BlockEnd::released);
    }
    const uint64_t size = requested_bytes(open.role, arguments);
    if (!knows_releases_) end_by_outside(address, size, open.event);
    g_lifetimes.add({.address = address,
                     .size = size,
                     .born = open.event.words,
                     .is_born_kept = true,
                     .is_dead_kept = true,
                     .is_giver_kept = true});
    map_.set(address, size, static_cast<uint32_t>(g_lifetimes.count));
  }

  // The memory is given out again.
  void end_by_outside(uint64_t address, uint64_t size, Event event) {
    map_.all_of(address, size, [&](uint32_t number) {
      if (number != 0 && g_lifetimes.items[number - 1].dead == nullptr)
        end(g_lifetimes.items[number - 1], event, BlockEnd::outside);
      return true;
    });
  }

  const bool knows_releases_;
  List<Open>* tracks_;
  List<Open>* track_ = nullptr;
  BlockMap map_;
};

// --- What the tool knows -------------------------------------------------------------------------

// Outcalls, and outcalls and incalls, by number from 1.
struct Crossings {
  List<const uint64_t*> outcalls, starts;

  void read() {
    for (const uint64_t* at = g_stream.begin; at < g_stream.end; at += 1 + event_words(*at)) {
      const uint32_t kind = event_kind(*at);
      if (kind == k_event_outcall) outcalls.add(at);
      if (kind == k_event_outcall || kind == k_event_incall) starts.add(at);
    }
  }

  // Of the first at `at` or after it.
  static uint64_t number_of(const List<const uint64_t*>& list, const uint64_t* at) {
    return std::lower_bound(list.items, list.items + list.count, at) - list.items + 1ull;
  }
  static const uint64_t* at(const List<const uint64_t*>& list, uint64_t number) {
    return number != 0 && number <= list.count ? list.items[number - 1] : nullptr;
  }
};

Lifetime* find_born(const uint64_t* at) {
  Lifetime* const end = g_lifetimes.items + g_lifetimes.count;
  Lifetime* after =
      std::upper_bound(g_lifetimes.items, end, at,
                       [](const uint64_t* place, const Lifetime& l) { return place < l.born; });
  // Those before it that are left out have the same place.
  if (after == g_lifetimes.items || after[-1].born != at || !after[-1].is_born_kept) return nullptr;
  return after - 1;
}

void read_releases(int fd) {
  Crossings crossings{};
  crossings.read();
  CutawayRelease release;
  for (uint64_t at = 0; raw_syscall(SYS_pread64, fd, to_word(&release), sizeof(release), at) ==
                        static_cast<long>(sizeof(release));
       at += sizeof(release)) {
    if (release.by == k_release_constructed) continue;
    Lifetime* block = find_born(Crossings::at(crossings.outcalls, release.allocation));
    if (block == nullptr || block->dead != nullptr) continue;
    const uint64_t* dead = Crossings::at(crossings.starts, release.crossing);
    block->dead = dead != nullptr ? dead : g_stream.end;
    block->end = release.by == k_release_left_out ? BlockEnd::left_out : BlockEnd::outside;
    block->giver = Crossings::at(crossings.outcalls, release.by);
  }
}

void collect_moments() {
  for (uint32_t i = 0; i < g_lifetimes.count; i++) {
    const Lifetime& block = g_lifetimes.items[i];
    g_moments.add({block.born, i, MomentKind::birth});
    if (block.dead != nullptr) g_moments.add({block.dead, i, MomentKind::death});
    if (block.giver != nullptr && block.end == BlockEnd::outside)
      g_moments.add({block.giver, i, MomentKind::giving});
  }
  std::sort(g_moments.items, g_moments.items + g_moments.count,
            [](const Moment& a, const Moment& b) { return a.at < b.at; });
}

// --- Blocks by address ---------------------------------------------------------------------------

// For stretches of memory, the blocks in each, in the order of their birth.
constexpr uint64_t k_stretch = 256;
constexpr uint64_t k_most_indexed = 1 << 20;  // bytes of a block

struct Stretch {
  uint64_t number;  // 0: free entry of the table
  uint32_t first, count;
};
struct Index {
  Stretch* stretches;  // open addressing
  uint64_t capacity;
  uint32_t* blocks;
};
Index g_index;

Stretch& stretch_at(uint64_t number) {
  uint64_t i = number * 0x9e3779b97f4a7c15ull >> 20;
  for (;; i++) {
    Stretch& stretch = g_index.stretches[i & (g_index.capacity - 1)];
    if (stretch.number == number || stretch.number == 0) return stretch;
  }
}

template <class Visitor>
void for_each_stretch(const Lifetime& block, const Visitor& visit) {
  const uint64_t size = std::min(std::max<uint64_t>(block.size, 1), k_most_indexed);
  const uint64_t last = (block.address + size - 1) / k_stretch;
  for (uint64_t number = block.address / k_stretch; number <= last; number++) visit(number);
}

void make_index() {
  uint64_t entries = 0;
  for (uint64_t i = 0; i < g_lifetimes.count; i++)
    for_each_stretch(g_lifetimes.items[i], [&](uint64_t) { entries++; });
  g_index.capacity = 64;
  while (g_index.capacity < 2 * entries) g_index.capacity *= 2;
  g_index.stretches = own_allocate_array<Stretch>(g_index.capacity);
  g_index.blocks = own_allocate_array<uint32_t>(entries);
  for (uint64_t i = 0; i < g_lifetimes.count; i++) {
    for_each_stretch(g_lifetimes.items[i], [&](uint64_t number) {
      Stretch& stretch = stretch_at(number);
      stretch.number = number;
      stretch.count++;
    });
  }
  uint32_t next = 0;
  for (uint64_t i = 0; i < g_index.capacity; i++) {
    g_index.stretches[i].first = next;
    next += g_index.stretches[i].count;
    g_index.stretches[i].count = 0;
  }
  for (uint32_t i = 0; i < g_lifetimes.count; i++) {
    for_each_stretch(g_lifetimes.items[i], [&](uint64_t number) {
      Stretch& stretch = stretch_at(number);
      g_index.blocks[stretch.first + stretch.count++] = i;
    });
  }
}

}  // namespace

void prepare_lifetimes(int releases_fd) {
  Reader(releases_fd >= 0).run();
  // A call of an allocator within another one is born first and answered last.
  std::sort(g_lifetimes.items, g_lifetimes.items + g_lifetimes.count,
            [](const Lifetime& a, const Lifetime& b) { return a.born < b.born; });
  if (releases_fd >= 0) read_releases(releases_fd);
  collect_moments();
  make_index();
}

void move_lifetimes(const uint64_t* at, const uint64_t* reduced, bool is_kept) {
  for (; g_next_moment < g_moments.count && g_moments.items[g_next_moment].at <= at;
       g_next_moment++) {
    const Moment& moment = g_moments.items[g_next_moment];
    Lifetime& block = g_lifetimes.items[moment.lifetime];
    if (moment.kind == MomentKind::birth) {
      block.born = reduced;
      block.is_born_kept = is_kept;
    } else if (moment.kind == MomentKind::death) {
      block.dead = reduced;
      block.is_dead_kept = is_kept;
    } else {
      block.giver = reduced;
      block.is_giver_kept = is_kept;
    }
  }
}

const Lifetime* find_lifetime(Event outcall) { return find_born(outcall.words); }

bool is_recorded_block(uint64_t address) {
  if (g_index.capacity == 0) return false;
  const Stretch& stretch = stretch_at(address / k_stretch);
  const uint32_t* const first = g_index.blocks + stretch.first;
  const uint32_t* block = std::upper_bound(first, first + stretch.count, g_stream.cursor,
                                           [](const uint64_t* cursor, uint32_t number) {
                                             return cursor < g_lifetimes.items[number].born;
                                           });
  // The last that was there: all before it are dead.
  while (block != first) {
    const Lifetime& found = g_lifetimes.items[*--block];
    if (address - found.address < std::max<uint64_t>(found.size, 1)) return !found.is_dead();
  }
  return false;
}

uint64_t write_releases(int fd) {
  Crossings crossings{};
  crossings.read();
  uint64_t written = 0;
  for (uint64_t i = 0; i < g_lifetimes.count; i++) {
    const Lifetime& block = g_lifetimes.items[i];
    const bool is_told = block.end == BlockEnd::released && block.is_dead_kept;
    if (!block.is_born_kept || block.dead == nullptr || is_told) continue;
    CutawayRelease release{};
    release.allocation = Crossings::number_of(crossings.outcalls, block.born);
    release.crossing = Crossings::number_of(crossings.starts, block.dead);
    release.by = k_release_left_out;
    if (block.end == BlockEnd::outside && block.giver == nullptr) release.by = 0;
    if (block.end == BlockEnd::outside && block.giver != nullptr && block.is_giver_kept)
      release.by = Crossings::number_of(crossings.outcalls, block.giver);
    raw_syscall(SYS_pwrite64, fd, to_word(&release), sizeof(release), written);
    written += sizeof(release);
  }
  return written;
}

}  // namespace cutaway::rt
