// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// AddressSanitizer's shadow is not tracked (pass/rules/asan_calls.cpp). When an access is about to
// be reported, what it found in the shadow becomes a patch: applied at the start of this segment on
// replay, where the outside left it so. Frames of the running incall poison themselves, so nothing
// is said of them.
#include "runtime/common/asan.h"

#include "runtime/record/calls.h"
#include "runtime/record/crossings.h"
#include "runtime/record/patches.h"
#include "runtime/record/waiting.h"

extern "C" {
#define CUTAWAY_WEAK __attribute__((weak, visibility("default")))
CUTAWAY_WEAK void __sanitizer_start_switch_fiber(void** saved, const void* bottom, size_t size);
CUTAWAY_WEAK void __sanitizer_finish_switch_fiber(void* saved, const void** bottom, size_t* size);
CUTAWAY_WEAK void __lsan_register_root_region(const void* begin, size_t size);
}

namespace cutaway::rt {
namespace {

// Enough to tell that the access is bad, and why: a granule may be used in part, and an access may
// go over two; then the next one says it.
constexpr uint64_t k_most_patch_bytes = 3;
constexpr uint8_t k_first_reason = 0x80;

struct Stack {
  const void* bottom;
  size_t size;
};

// Its reports describe stacks that it knows.
Stack switch_stack(Stack to) {
  Stack from{};
  if (__sanitizer_start_switch_fiber == nullptr) return from;
  void* saved = nullptr;
  __sanitizer_start_switch_fiber(&saved, to.bottom, to.size);
  __sanitizer_finish_switch_fiber(saved, &from.bottom, &from.size);
  return from;
}

__thread Stack t_own_stack;

uint64_t inside_stack_of(const Context* context) {
  return k_inside_stacks + context->ident * k_inside_stack_size;
}

bool is_on_inside_stack(const Context* context, uint64_t address) {
  return address - inside_stack_of(context) < k_inside_stack_size;
}

// In frames of the running incall, or below them.
bool is_in_own_frame(const Context* context, uint64_t address) {
  if (!is_on_inside_stack(context, address)) return false;
  for (uint32_t i = context->depth; i != 0; i--) {
    const Crossing& crossing = context->crossings[i - 1];
    if (crossing.kind != k_crossing_incall) continue;
    const char* frames = context->woven.is_zoom ? crossing.frames : crossing.inside_sp;
    return address < reinterpret_cast<uint64_t>(frames);
  }
  return true;
}

void write_shadow_patch(Context* context, const uint8_t* bytes, uint64_t size) {
  place_patch(context);
  uint64_t* event = reserve_event(2);
  if (event == nullptr) return;
  event[1] = context->asan_patch;
  event[2] = 0;
  for (uint64_t i = 0; i < size; i++) event[2] |= uint64_t{bytes[i]} << 8 * i;
  commit_event(event, k_event_patch, 2, static_cast<uint32_t>(size));
}

void note_report(Context* context, uint64_t address) {
  if (address == 0 || !is_tracked(address)) return;
  if (is_on_inside_stack(context, address) && !context->woven.is_zoom)
    t_own_stack = switch_stack(
        {reinterpret_cast<const void*>(inside_stack_of(context)), k_inside_stack_size});
  if (is_in_own_frame(context, address)) return;
  context->asan_patch = asan_shadow(address);
  const auto* shadow = reinterpret_cast<const uint8_t*>(context->asan_patch);
  uint64_t size = 1;
  while (size < k_most_patch_bytes && shadow[size - 1] < k_first_reason) size++;
  write_shadow_patch(context, shadow, size);
}

}  // namespace

void asan_report(void* context, uint64_t address, uint64_t) {
  KeepErrno keep;
  log_waiting(to_context(context));
  note_report(to_context(context), address);
}

void asan_reported(void* pointer) {
  KeepErrno keep;
  Context* context = to_context(pointer);
  log_waiting(context);
  if (t_own_stack.bottom != nullptr) switch_stack(t_own_stack);
  t_own_stack = {};
  constexpr uint8_t k_clean[k_most_patch_bytes] = {};
  if (context->asan_patch != 0) write_shadow_patch(context, k_clean, k_most_patch_bytes);
  context->asan_patch = 0;
}

int32_t asan_is_poisoned(void* pointer, int32_t which, uint64_t a, uint64_t b, uint64_t n) {
  const uint64_t arguments[3] = {a, b, n};
  AsanMisuse misuse;
  if (CUTAWAY_LIKELY(!find_misuse(which, arguments, &misuse))) return 0;
  KeepErrno keep;
  Context* context = to_context(pointer);
  log_waiting(context);
  for (uint32_t i = 0; i < misuse.read_count; i++)
    check_bytes(context, reinterpret_cast<const void*>(misuse.reads[i].address),
                misuse.reads[i].size, reinterpret_cast<uint64_t>(__builtin_frame_address(0)));
  note_report(context, misuse.address);
  return 1;
}

// At exit the runtime looks for blocks that nobody knows any more. Frames of the inside that are
// still there are not on a stack of its; those that have ended left copies of pointers on one.
void asan_exit(void* pointer) {
  constexpr uint64_t k_wiped_bytes = 32 << 10;
  constexpr uint64_t k_half = k_inside_stack_size / 2;
  volatile char wiped[k_wiped_bytes];
  for (uint64_t i = 0; i < k_wiped_bytes; i++) wiped[i] = 0;
  if (__lsan_register_root_region == nullptr) return;
  const char* sp = to_context(pointer)->woven.inside_sp;
  const uint64_t from = reinterpret_cast<uint64_t>(sp);
  const uint64_t size = round_up(from, k_half) - from;
  if (size == 0) return;
  __lsan_register_root_region(sp, size);
  __lsan_register_root_region(sp + k_half, size);
}

}  // namespace cutaway::rt
