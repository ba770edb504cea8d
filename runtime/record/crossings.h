// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pieces of a crossing that several hooks share. All but `enter` need the inside lock.
#pragma once
#include "runtime/common/verify_hash.h"
#include "runtime/record/lock.h"
#include "runtime/record/log.h"
#include "runtime/record/signals.h"
#include "runtime/record/state.h"

namespace cutaway::rt {

CUTAWAY_INLINE void start_segment(Context* context) {
  context->woven.position = k_quantum;
  context->counted = 0;
  context->last_break = 0;
}

// Leaves the inside, after the event has been written.
CUTAWAY_INLINE void go_outside(Context* context) {
  unlock_inside();
  set_side(context, k_side_outside);
  deliver_pending(context);
}

// Just before an event of this thread that ends a segment.
void write_checksum(Context* context);
CUTAWAY_INLINE void end_segment(Context* context) {
  if (CUTAWAY_UNLIKELY(context->woven.verify != 0)) write_checksum(context);
}

// Patches after n counted accesses apply just before access n.
CUTAWAY_INLINE void place_patch(Context* context) {
  const uint64_t access = current_access(context);
  if (CUTAWAY_LIKELY(access == context->last_break)) return;
  context->last_break = access;
  write_event(k_event_break, static_cast<uint32_t>(access));
}

// The crossings of a thread need this much memory.
constexpr uint64_t k_crossings_bytes = (k_max_crossings + 1) * sizeof(Crossing);
inline Crossing* crossings_in(void* memory) {
  auto* none = static_cast<Crossing*>(memory);
  none->kind = k_crossing_none;
  none->sp = ~0ull;
  return none + 1;
}

// Of no kind if none is open.
CUTAWAY_INLINE Crossing* top_crossing(const Context* context) {
  return &context->crossings[context->depth] - 1;
}

// Room for one more crossing; incall tests it with a margin for what it may still open.
CUTAWAY_INLINE bool has_room(const Context* context) {
  return context->depth < k_max_crossings - k_room_of_crossings;
}

CUTAWAY_INLINE void push_crossing(Context* context, CrossingKind kind, uint64_t sp, void* what) {
  Crossing* crossing = &context->crossings[context->depth++];
  crossing->sp = sp;
  // On another stack than the crossing before, the bound is unknown.
  const uint64_t below = (crossing - 1)->sp;
  crossing->limit = below > sp ? below : ~0ull;
  crossing->function = static_cast<CutawayFunction*>(what);
  crossing->kind = kind;
  crossing->open = context->open;
  crossing->inside_sp = context->woven.inside_sp;
  context->open += kind <= k_crossing_outcall ? 1 : 0;
}

CUTAWAY_INLINE void pop_crossing(Context* context) {
  const Crossing& crossing = context->crossings[--context->depth];
  context->open = crossing.open;
  context->woven.inside_sp = crossing.inside_sp;
}

// Is the crossing on top the one that is closed by a hook called at `sp`?
CUTAWAY_INLINE bool is_top(Context* context, CrossingKind kind, uint64_t sp) {
  const Crossing* top = top_crossing(context);
  return top->kind == kind && sp - top->sp <= top->limit - top->sp;
}

// The crossing on top is not the expected one: the outside left some by longjmp (k_event_abandon),
// or switched stacks (recording stops). True if now the top is a crossing of `kind` that fits `sp`.
bool abandon_until(Context* context, CrossingKind kind, uint64_t sp);
// For an incall at `sp`: no crossing that lies deeper in the stack can still be open, and a thread
// that is in the middle of a segment (handler of a fault) cannot be recorded.
void settle_crossings(Context* context, uint64_t sp);

// Is `address` in native frames of the inside of this thread? `sp`: of the running hook.
bool is_native_inside(const Context* context, uint64_t address, uint64_t sp);
// The same for the innermost incall alone: what both runtimes can tell (verify_hash.h).
bool is_native_innermost(const Context* context, uint64_t address, uint64_t sp);

// The hooks of the same names, for a hook that stands around them: `sp` is the native stack pointer
// of its caller.
void* incall_at(void* function, void* arguments, uint64_t sp);
void incall_return_at(void* context, void* function, void* results, uint64_t sp);
void incall_throw_at(void* context, void* function, void* unwind_exception, uint64_t sp);
void outcall_at(void* context, void* site, void* callee, void* arguments, uint64_t sp);
void outcall_return_at(void* context, void* site, void* results, uint64_t sp);
void caught_at(void* context, void* unwind_exception, uint64_t sp);

// Marks, then slots. Returns the word after.
CUTAWAY_INLINE uint64_t* write_values(uint64_t* to, const uint64_t* slots, uint64_t count) {
  uint64_t* marks = to;
  uint64_t* out = to + mark_words(count);
  for (uint64_t base = 0; base < count; base += 64) {
    const uint64_t end = count - base < 64 ? count - base : 64;
    uint64_t mark = 0;
    for (uint64_t i = 0; i < end; i++) {
      const uint64_t is_image = g_images.encode_if_image(slots[base + i], out++) ? 1 : 0;
      mark |= is_image << i;
    }
    *marks++ = mark;
  }
  return out;
}

}  // namespace cutaway::rt
