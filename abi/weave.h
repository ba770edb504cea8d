// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The contract between woven code (emitted by pass/) and the two runtimes.
// Plain C types only. Bump k_abi_version when a layout or the list in
// runtime_calls.inc changes: a runtime refuses modules of another version.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
namespace cutaway {
#endif

enum { k_abi_version = 8 };

// --- Addresses -------------------------------------------------------------
// A byte at `a` has its shadow at `a + k_shadow_offset`. The offset is no multiple of a
// large power of two: a byte and its shadow must not fight over one cache way.
static const uint64_t k_shadow_offset = 0x5a340ull - 0x400000000000ull;
// Only memory in [k_tracked_low, k_tracked_high) has a shadow. PIE programs have nothing below; the
// heap of AddressSanitizer starts here, and its shadow of it ends where ours begins.
static const uint64_t k_tracked_low = 0x501000000000ull;
static const uint64_t k_tracked_high = 0x800000000000ull;
// Thread n's inside stack: [k_inside_stacks + n*size, +size), mapped whole. inside_sp starts at the
// middle and grows down over the lower half (locals whose address escapes: checked and mirrored); a
// local that nobody else can reach lies at its place + size/2, in the upper half, which is never
// checked. The first page of each half is a guard.
static const uint64_t k_inside_stacks = 0x600000000000ull;
static const uint64_t k_inside_stack_size = 1ull << 30;
enum { k_max_threads = 4096 };
// Results of known functions that depend on the locale or the thread; see known_cells.h.
static const uint64_t k_known_cells = 0x5f0000000000ull;

// --- Side tables, in linker sections ---------------------------------------
// `text` is "key=value" lines: name (linkage name), file, line, args, ret, of functions also group.
// `args` and `ret` list leaves separated by ';', each "<kind><bytes> <name> <type>" with kinds i p
// f l v b: integer, pointer, float, long double, vector, byval bytes. A leaf takes ceil(bytes/8)
// slots of 8 bytes, zero-padded. In a site, the line is that of the call.
typedef struct CutawayFunction {
  uint32_t id;  // given by the recorder at first use, 0 before
  uint16_t arg_slots;
  uint16_t ret_slots;
  uint32_t flags;         // k_function_*
  uint8_t leaves_replay;  // not 0: a guarded call of it by a replay flavour is an outcall
  uint8_t leaves_zoom;    // the same of a zoom flavour; runtimes set both at their start
  uint8_t is_brief;       // logs nothing but patches, counts no position and has no loop
  uint8_t waits_in_vain;  // the recorder's: its last incall logged something before its return
  const char* text;
  void* entry;
  void* thunk;  // CutawayThunk; null for variadic functions
  void* record;
  void* replay;
  void* zoom;  // null if the plan says that nobody zooms
  // The recorder's: the first bytes of an event for an incall and its return, if a dispatch may
  // write it itself, else 0; the values of the last crossing.
  uint64_t returned_head;
  uint64_t* last;
} CutawayFunction;
enum {
  k_function_variadic = 1,
  k_function_inline = 2,  // of a header: belongs to whoever calls it, as far as that is inside
};

typedef struct CutawaySite {
  uint32_t id;
  uint16_t arg_slots;  // without the callee
  uint16_t ret_slots;
  uint32_t flags;  // k_site_*
  uint32_t reserved;
  const char* text;
  CutawayFunction* function;  // callee of a guarded call; null of others
  uint64_t* last;             // as in CutawayFunction
} CutawaySite;
enum {
  k_site_indirect = 1,  // callee known only at run time
  k_site_noreturn = 2,
  k_site_value = 4,      // a value logged by position (asm result, TLS address), not a call
  k_site_allocator = 8,  // malloc and friends
  k_site_variadic = 16,
};

// Runs the replay flavour: arguments from slots, results into slots. May throw. With a null context
// it calls the entry's dispatch instead, as the outside does.
typedef void (*CutawayThunk)(void* context, const uint64_t* args, uint64_t* results);

enum {
#define CUTAWAY_CALL(name, result, ...) k_call_##name,
#include "runtime_calls.inc"
#undef CUTAWAY_CALL
  k_call_count
};

// How an outcall reads a text; else the base of a number.
enum {
  k_reads_in_base = -1,   // a number, in the base that the third argument gives
  k_reads_fraction = -2,  // as strtod does
  k_reads_all = -3,       // up to its zero
  k_reads_name = -4,      // the same, by the system: a bad address is an error, not a fault
};

enum { k_mode_off = 0, k_mode_record = 1, k_mode_replay = 2, k_mode_zoom = 3 };

// One for each executable or shared object that holds inside code (linkonce, hidden).
// Found by the note below, before any constructor runs, or attached by a constructor of
// first priority that calls cutaway_rt_attach (weak) when the module is dlopen'ed.
typedef struct CutawayModule {
  uint32_t abi_version;
  uint32_t mode;  // entries read only this
  CutawayFunction* functions_begin;
  CutawayFunction* functions_end;
  char* entries_begin;  // text of all entries: an address within is an inside function
  char* entries_end;
  const char* plan;  // the inside patterns, one a line; of a variant only those of one unit
  void* calls[k_call_count];
  void* recorder;  // see k_recorder_*; null: woven code crosses by hooks only
} CutawayModule;

// ELF note in section .note.cutaway: name "Cutaway", type k_note_type, an 8-byte
// descriptor: address of the CutawayModule minus address of the descriptor.
enum { k_note_type = 1 };

// 16 bytes before each entry: magic, then offsets from the entry itself.
typedef struct CutawayPrefix {
  uint32_t magic;
  int32_t function;  // CutawayFunction
  int32_t record;
  int32_t replay;
} CutawayPrefix;
static const uint32_t k_prefix_magic = 0x57415443;  // "CTAW"

// What woven code sees of a thread. Each runtime appends fields of its own. Flavours get
// the context as a first parameter marked swiftself (r13), so no other argument moves.
typedef struct CutawayContext {
  char* inside_sp;    // grows down; a flavour restores it on return and at landing pads
  uint64_t position;  // counts down at each acquire, atomic or volatile access, before the
                      // access; at 0 the flavour calls `position_reached`
  uint32_t verify;    // not 0: flavours report their stores with `verify_store`
  uint32_t is_zoom;   // the context of zoom flavours, where hooks serve two flavours
} CutawayContext;

// --- The recorder, as far as woven code knows it -----------------------------
// A crossing of a brief function is plain mostly (runtime/record/plain.h), and then needs no hook:
// its dispatch does what `incall` and `incall_return` would do (pass/brief_calls.h). These are
// offsets of the recorder's State and Context, which it asserts.
enum {
  k_recorder_is_biased = 8,
  k_recorder_is_shared = 12,
  k_recorder_cursor = 64,
  k_recorder_limit = 72,
  k_recorder_plain_thread = 80,
  k_recorder_plain_context = 88,
  k_recorder_header = 96,
};
enum {
  k_context_side = 24,  // 0 outside, 1 inside, 2 in between
  k_context_depth = 36,
  k_context_pending = 52,
  k_context_crossings = 56,
  k_context_waiting = 64,
  k_context_waiting_slots = 72,
  k_context_waiting_sp = 80,
  k_context_waiting_inside_sp = 88,
  k_context_counted = 96,
  k_context_last_break = 104,
  k_context_quantum = 64,  // position at the start of a segment
};
// A crossing; of an incall the kind is 0. An incall that may open others needs room for some.
enum { k_crossing_log2_bytes = 6, k_crossing_sp = 0, k_crossing_kind = 24 };
enum { k_most_crossings = 1 << 20, k_room_of_crossings = 64 };

#ifdef __cplusplus
}  // namespace cutaway
#endif
