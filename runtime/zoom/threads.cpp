// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Contexts of the recorder in a zoom: one for each replayed thread, with the same number, because
// frames of S lie on the inside stack of that thread.
#include "runtime/record/threads.h"
#include "runtime/common/system.h"
#include "runtime/common/verify_hash.h"
#include "runtime/record/crossings.h"
#include "runtime/record/signals.h"
#include "runtime/replay/own_memory.h"
#include "runtime/replay/report.h"
#include "runtime/replay/runtime.h"
#include "runtime/zoom/zoom.h"

namespace cutaway::rt {

State g_state;
__thread Context* t_context;
ImageTable g_images;
ImageTable g_read_only;
uint32_t g_verify;

namespace {

Context* g_contexts[k_max_threads];

Context* make_context(const ReplayThread& thread) {
  const uint64_t own = round_up(sizeof(Context), 64);
  void* memory = sys_map(0, own + k_crossings_bytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE);
  if (memory == nullptr) report_internal_error("no memory for another thread");
  auto* context = static_cast<Context*>(memory);
  context->crossings = crossings_in(static_cast<char*>(memory) + own);
  context->ident = thread.ident;
  // As in a thread of the replayer that has not been inside.
  context->woven.inside_sp = reinterpret_cast<char*>(
      k_inside_stacks + thread.ident * k_inside_stack_size + k_inside_stack_size / 2);
  context->woven.position = k_quantum;
  context->woven.verify = g_verify;
  context->woven.is_zoom = 1;
  context->thread = ~0ull;  // its crossings are never plain
  context->hash = k_verify_seed;
  context->stack_low = k_places.native_stacks + thread.ident * k_native_stack_bytes;
  context->stack_high = context->stack_low + k_native_stack_bytes;
  return context;
}

}  // namespace

Context* context_of(ReplayThread& thread) {
  Context*& context = g_contexts[thread.ident];
  if (context == nullptr) context = make_context(thread);
  t_context = context;
  // A slot of the replayed recording that serves another thread now.
  if (context->thread_id != static_cast<uint32_t>(thread.kernel_id)) {
    context->thread_id = static_cast<uint32_t>(thread.kernel_id);
    if (g_state.last_thread == context->ident) forget_thread();
  }
  return context;
}

Context* attach_thread(uint64_t) { return context_of(*g_thread); }

// No signal of the program arrives in a replay.
void deliver_signals(Context*) {}

}  // namespace cutaway::rt
