// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What happens at counted accesses: the thread offers the inside to others and runs signal
// handlers that wait. And the checksum of stores, which needs no crossing either.
#include "runtime/record/calls.h"
#include "runtime/record/crossings.h"
#include "runtime/record/signals.h"
#include "runtime/record/waiting.h"

namespace cutaway::rt {

namespace {

// The thread gives up the inside before the access that was just counted. That access and what
// follows is a new segment; its next counted access is number 1.
CUTAWAY_COLD void yield_inside(Context* context) {
  KeepErrno keep;
  log_waiting(context);
  end_segment(context);
  write_event(k_event_yield, static_cast<uint32_t>(current_access(context)));
  forget_thread();
  set_side(context, k_side_runtime);
  if (!hand_over()) unlock_inside();
  set_side(context, k_side_outside);
  deliver_pending(context);
  set_side(context, k_side_runtime);
  lock_inside(context);
  forget_thread();
  begin_events(context);
  start_segment(context);
  set_side(context, k_side_inside);
}

}  // namespace

CUTAWAY_PRESERVE_MOST void position_reached(void* context_pointer) {
  Context* context = to_context(context_pointer);
  const bool is_alone = !has_waiters() && context->pending_count == 0;
  if (is_alone || context->side != k_side_inside) {
    context->counted += k_quantum;
    context->woven.position = k_quantum;
    return;
  }
  yield_inside(context);
}

CUTAWAY_PRESERVE_MOST void verify_store(void* context_pointer, void* address, uint64_t size) {
  Context* context = to_context(context_pointer);
  const uint64_t sp = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  context->hash = verify_add(context->hash, address, size, [&](uint64_t word) {
    uint64_t encoded;
    if (g_images.encode_if_image(word, &encoded)) return encoded;
    return is_native_innermost(context, word, sp) ? k_native_address : fold_half(word);
  });
}

}  // namespace cutaway::rt
