// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the recorder knows: one State for the process, one Context for each thread that was inside.
#pragma once
#include "runtime/common/images.h"
#include "runtime/common/rt.h"

namespace cutaway::rt {

struct Context;

// The last short outcall. Nothing has been written after it while the cursor is at its end.
struct LastOutcall {
  char* event;
  char* end;
  uint64_t content;  // of its slots, if that is 8 bytes at most
  uint32_t bytes;    // of its slots
  uint32_t lengths;
};

// A thread holds this lock while it is inside; everything that appends to the log holds it. See
// lock.h.
struct alignas(64) InsideLock {
  Context* owner;      // the only thread so far, for whom the lock is biased; null when shared
  uint32_t is_biased;  // the owner holds the lock, without having taken `word`
  uint32_t is_shared;  // the bias is being or has been revoked
  uint32_t word;       // 1: taken
  uint32_t queue;      // 2 * waiters + 1 if ownership has been handed to one of them
  uint32_t sequence;   // futex: changes with each release that waiters must see
  uint32_t starving;   // a waiter asks for a fair handover
};

// Lies in pages with MADV_WIPEONFORK: in a forked child all is zero, that is, the lock is free and
// nothing records. Hence no fork, however it is made, can append to its parent's log.
struct alignas(k_page_bytes) State {
  InsideLock lock;
  // The log; see log.h.
  alignas(64) char* cursor;
  char* limit;
  uint64_t plain_thread;   // whose crossings are plain (plain.h): its thread pointer; 0: nobody's
  Context* plain_context;  // its context, or that of the last one
  CutawayRawHeader* header;
  uint64_t events_left;
  uint32_t counts_events;  // --max-events was given
  uint32_t alive;          // recording goes on
  uint32_t last_thread;    // whose events are being written; k_no_thread: nobody's
  uint32_t exiting;        // exit() has come as far as the recorder's destructor
  uint32_t process;        // our process id; 0 in a forked child
  char* window;            // mapped, after the header
  LastOutcall last_outcall;
  uint64_t patch_end;   // of the last short patch
  uint64_t image_word;  // the last short one
  uint32_t has_lzcnt;   // the processor's instruction
  uint32_t function_count;
  uint32_t site_count;
  uint32_t module_count;
  uint32_t thread_count;  // slots that have been used
};
extern State g_state;

constexpr uint32_t k_no_thread = ~0u;

enum Side : uint32_t {
  k_side_outside = 0,
  k_side_inside = 1,
  k_side_runtime = 2,  // changing sides: signals wait
};

enum CrossingKind : uint32_t {
  k_crossing_incall,
  k_crossing_outcall,
  k_crossing_silent,   // an entry called while inside: no event
  k_crossing_handler,  // a signal handler runs above: not part of the recording
  k_crossing_none,     // stands below the first one
};

// An open crossing. `sp` is the native stack pointer of the hook's caller; the hook that closes the
// crossing is called with a stack pointer in [sp, limit] (tail calls move it up).
struct alignas(64) Crossing {
  uint64_t sp;
  uint64_t limit;
  CutawayFunction* function;  // or CutawaySite
  uint32_t kind;
  uint32_t open;    // incalls and outcalls open below this one
  char* inside_sp;  // when it was opened; frames that an exception or a longjmp left do not restore
                    // it
  char* frames;     // of an incall in a zoom: where its frames on the inside stack start
  char* logged;     // the log's cursor behind its event, if it is a plain incall
};

struct PendingSignals;

constexpr uint64_t k_quantum =
    k_context_quantum;  // accesses between two looks at waiters and signals
constexpr uint64_t k_max_crossings = k_most_crossings;

struct Context {
  CutawayContext woven;
  uint32_t side;
  uint32_t ident;  // slot: number of the inside stack
  uint32_t thread_id;
  uint32_t depth;            // of `crossings`
  uint32_t open;             // incalls and outcalls among them
  uint32_t suspect_modules;  // this thread called dlopen since its last crossing
  uint32_t in_fault_handler;
  uint32_t pending_count;
  Crossing* crossings;  // before them stands one of no kind, with the highest `sp`
  // An incall that has not been logged yet (waiting.h); null if there is none.
  CutawayFunction* waiting;
  const uint64_t* waiting_slots;
  uint64_t waiting_sp;
  char* waiting_inside_sp;
  // The current segment.
  uint64_t counted;     // accesses before position was last refilled
  uint64_t last_break;  // access number of the last k_event_break
  uint64_t hash;
  // Read-ahead.
  uint64_t patch_end;  // where the last patch ended
  uint64_t ahead_bytes;
  uint64_t asan_patch;  // what a patch has said of AddressSanitizer's shadow; 0: nothing
  // The thread's native stack, [stack_low, stack_high).
  uint64_t stack_low;
  uint64_t stack_high;
  PendingSignals* pending;
  void* alternate_stack;  // mapped once for the slot
  Context* next_free;
  uint64_t thread;     // its thread pointer, not 0
  uint64_t landed_sp;  // in a zoom: where a longjmp of the rest has landed since; 0: nowhere
};

// What woven code knows of these.
static_assert(offsetof(State, lock.is_biased) == k_recorder_is_biased);
static_assert(offsetof(State, lock.is_shared) == k_recorder_is_shared);
static_assert(offsetof(State, cursor) == k_recorder_cursor);
static_assert(offsetof(State, limit) == k_recorder_limit);
static_assert(offsetof(State, plain_thread) == k_recorder_plain_thread);
static_assert(offsetof(State, plain_context) == k_recorder_plain_context);
static_assert(offsetof(State, header) == k_recorder_header);
static_assert(offsetof(Context, side) == k_context_side);
static_assert(offsetof(Context, depth) == k_context_depth);
static_assert(offsetof(Context, pending_count) == k_context_pending);
static_assert(offsetof(Context, crossings) == k_context_crossings);
static_assert(offsetof(Context, waiting) == k_context_waiting);
static_assert(offsetof(Context, waiting_slots) == k_context_waiting_slots);
static_assert(offsetof(Context, waiting_sp) == k_context_waiting_sp);
static_assert(offsetof(Context, waiting_inside_sp) == k_context_waiting_inside_sp);
static_assert(offsetof(Context, counted) == k_context_counted);
static_assert(offsetof(Context, last_break) == k_context_last_break);
static_assert(sizeof(Crossing) == 1 << k_crossing_log2_bytes);
static_assert(offsetof(Crossing, sp) == k_crossing_sp);
static_assert(offsetof(Crossing, kind) == k_crossing_kind && k_crossing_incall == 0);
static_assert(k_side_outside == 0 && k_side_inside == 1 && k_side_runtime == 2);

extern __thread Context* t_context;
extern ImageTable g_images;     // all modules of the recording; idents as in the stream
extern ImageTable g_read_only;  // their parts that nobody may write
extern uint32_t g_verify;

CUTAWAY_INLINE Context* to_context(void* context) { return static_cast<Context*>(context); }

CUTAWAY_INLINE uint64_t current_access(const Context* context) {
  return context->counted + (k_quantum - context->woven.position);
}

// The native stack pointer in the caller of the hook this is used in.
#define CUTAWAY_CALLER_SP() (reinterpret_cast<uint64_t>(__builtin_frame_address(0)) + 16)

// Crossings go the long way until it allows another again (plain.h).
CUTAWAY_INLINE void forbid_plain() { __atomic_store_n(&g_state.plain_thread, 0, __ATOMIC_RELEASE); }

// Whoever writes the next event says first who it is.
CUTAWAY_INLINE void forget_thread() {
  g_state.last_thread = k_no_thread;
  forbid_plain();
}

CUTAWAY_INLINE void compiler_barrier() { asm volatile("" ::: "memory"); }

// Signal handlers of the same thread read `side`.
CUTAWAY_INLINE void set_side(Context* context, Side side) {
  compiler_barrier();
  __atomic_store_n(&context->side, static_cast<uint32_t>(side), __ATOMIC_RELAXED);
  compiler_barrier();
}

}  // namespace cutaway::rt
