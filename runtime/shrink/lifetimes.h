// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The blocks that the inside has allocated in the recording, and how long each one lives there.
//
// A call of the inside may give it back, which the stream says. The outside may do that, too, which
// it does not: but when an allocator answers with memory that is still taken, the outside has given
// it back before. If it was given the block by a call, then because of the last such call.
//
// A recording that is a part of another one has lost what calls that are left out gave back. The
// tool keeps these ends with it (CutawayRelease) and hands them to the server.
#pragma once
#include "runtime/common/rt.h"
#include "runtime/replay/stream.h"

namespace cutaway::rt {

enum class BlockEnd : uint8_t {
  none,      // it lives to the end, or the recording does not tell
  released,  // a call of the inside gave it back
  outside,   // the outside did; if there is a giver, because of it
  left_out,  // a call that this recording is without
};

// Events are those of g_stream as it is now. Of one that is left out: the next that is there.
struct Lifetime {
  uint64_t address;
  uint64_t size;
  const uint64_t* born;   // call of the allocator
  const uint64_t* dead;   // from this event on; null: never
  const uint64_t* giver;  // outcall that the outside was given it by last; null: none
  BlockEnd end;
  bool is_born_kept, is_dead_kept, is_giver_kept;

  // Not yet if the call that gives it back is the next event.
  bool is_dead() const {
    const bool is_next = dead == g_stream.cursor && end == BlockEnd::released && is_dead_kept;
    return dead != nullptr && dead <= g_stream.cursor && !is_next;
  }
};

// In the server, when g_stream is whole. `releases_fd`: what the tool knows; -1: the recording is
// no part of another one.
void prepare_lifetimes(int releases_fd);

// While a test reduces the stream: the event `at` of the whole is at `reduced` now, or would be.
void move_lifetimes(const uint64_t* at, const uint64_t* reduced, bool is_kept);

// Of the block that a call of an allocator answers with; null: none.
const Lifetime* find_lifetime(Event outcall);

// Whether the recording has a block at `address` where g_stream stands.
bool is_recorded_block(uint64_t address);

// Writes what the stream of this test does not tell of its blocks. Returns how many bytes.
uint64_t write_releases(int fd);

}  // namespace cutaway::rt
