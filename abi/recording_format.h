// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The event stream, as the recorder appends it, the packer compresses it and the replayer
// reads it. Who reads this: runtime/record, runtime/replay, src/recording. Bump
// k_format_version when the meaning of any byte changes.
#pragma once
#include <stdint.h>

#ifdef __cplusplus
namespace cutaway {
#endif

enum {
  k_format_version = 4,
  k_raw_version = 5,  // of a raw log with a window, which has short events
};

// --- Event stream ----------------------------------------------------------
// A sequence of events of 64-bit little-endian words. Word 0 of an event:
//   bits 0..7 kind, bits 8..31 number of payload words, bits 32..63 ident.
// Word 0 is written last, so a stream that was cut off ends in a zero word.
//
// A *values* payload holds n slots: ceil(n/64) words of marks (bit i: slot i points into a
// module's image), then the n slots. A marked slot, and every address that lies in an image,
// is encoded as module << 48 | offset from the module's base; addresses outside any image
// have module bits k_no_module.
// Text is padded with zero bytes to whole words and holds at least one zero byte.
typedef enum CutawayEventKind {
  k_event_end_of_stream = 0,
  // Tables, defined before first use.
  k_event_module = 1,    // ident module; base, end, flags, build id length in bytes, build id
                         // (3 words), path text
  k_event_function = 2,  // ident function; module, offset of CutawayFunction in it,
                         // arg_slots | ret_slots << 16 | flags << 32, text
  k_event_site = 3,      // ident site; the same of CutawaySite
  // Threads: all events up to the next k_event_thread belong to this thread.
  k_event_thread = 4,  // ident thread; kernel thread id
  // Crossings.
  k_event_incall = 5,          // ident function; values: arguments
  k_event_incall_return = 6,   // ident function; values: results
  k_event_incall_throw = 7,    // ident function; values of 2: object, typeinfo; type name text
  k_event_outcall = 8,         // ident site; values: callee, arguments
  k_event_outcall_return = 9,  // ident site; values: results
  k_event_outcall_throw = 10,  // ident site; as incall_throw
  k_event_landed = 11,         // a setjmp of the inside returned again; ident crossings still open;
                               // encoded address of jmp_buf, value
  k_event_abandon = 12,        // the outside left by longjmp; ident crossings still open
  // Within a segment (the stretch that starts at the event before).
  k_event_patch = 13,       // ident byte count; encoded address, bytes padded to words
  k_event_patch_word = 14,  // encoded address of 8 bytes, encoded image address they hold
  k_event_break = 15,       // the patches that follow apply at access number ident of this segment
  k_event_yield = 16,       // thread gave up the inside at access number ident of this segment
  k_event_value = 17,       // ident site; values; starts a segment
  k_event_throwing = 18,    // values of 2: object, typeinfo; type name text
  k_event_checksum = 19,    // checksum of all inside stores of the segment that ends here
  // Ends.
  k_event_failure = 20,    // ident signal; si_code, fault address, encoded pc
  k_event_exit = 21,       // the program ran to exit(); nothing follows
  k_event_truncated = 22,  // ident k_truncated_*; text
  // Within a segment: many pieces of a patch, with equal bytes between that must not be written.
  k_event_patch_runs = 23,  // ident byte count of the whole range; encoded address, runs padded
                            // with zeros to words
  // Just before an incall: where the inside stack stands for it, if not where the replayer has it.
  // A zoomed recording needs it: frames of the larger inside lie above.
  k_event_inside_sp = 24,  // address
  // At the start of a segment of a zoomed recording: the larger inside has got a block, or a frame,
  // that the smaller one had touched. Each byte is k_fresh_byte then, and nobody has written it.
  k_event_fresh = 25,  // ident byte count; address
  k_event_kinds
} CutawayEventKind;

enum {
  k_truncated_max_size = 1,
  k_truncated_max_events = 2,
  k_truncated_disk_full = 3,
  k_truncated_forked = 4,
  k_truncated_unsupported = 5,  // text says what
};

enum { k_fresh_byte = 0xa5 };  // rare in texts, numbers and pointers

static const uint64_t k_no_module = 0;  // module idents start at 1
enum {
  k_module_woven = 1,
  k_module_partial = 2,  // of its inside functions only those in the stream's table are inside
};
enum { k_module_bits = 48 };

static inline uint64_t event_word(uint32_t kind, uint64_t payload_words, uint32_t ident) {
  return (uint64_t)kind | payload_words << 8 | (uint64_t)ident << 32;
}
static inline uint32_t event_kind(uint64_t word) { return word & 0xff; }
static inline uint32_t event_words(uint64_t word) { return word >> 8 & 0xffffff; }
static inline uint32_t event_ident(uint64_t word) { return word >> 32; }

// A run: one byte `bytes | skipped << 5`, then that many bytes; after them `skipped` bytes of
// memory stay as they are. A run has 1 to k_max_run_bytes bytes, the last one skips none, and
// together they cover the range exactly.
enum { k_run_bytes_bits = 5, k_max_run_bytes = 31, k_max_run_skip = 7 };
static inline uint32_t run_bytes(uint8_t head) { return head & k_max_run_bytes; }
static inline uint32_t run_skip(uint8_t head) { return head >> k_run_bytes_bits; }

static inline uint64_t mark_words(uint64_t slots) { return (slots + 63) / 64; }
enum { k_max_event_words = 0xffffff, k_max_patch_bytes = 1 << 20 };

// --- Raw log ---------------------------------------------------------------
// What the recorder writes: this header, zero-padded to 4096 bytes, a *window* of `window_bytes`,
// and the bytes that have left the window. The recorder appends to the window, which it has mapped;
// when that is full it writes it to the end of the file, sets the first word of the window to 0,
// adds the size to `flushed` and clears the rest. So the events are, whenever the process died:
// `flushed` bytes after the window, then the window if its first word is not 0, else what else
// follows in the file. `cutaway record` packs it when the program has ended. With window_bytes 0
// the header is followed by an event stream as above: so the replayer gets it.
//
// Raw events stand at any byte. Below k_raw_filler byte 0 is the kind of an event of the stream as
// above, at an offset that is a multiple of 8. The others are short events:
//   outcall, return, incall: raw_head (2 bytes: kind and ident; a far ident stands in the 3 bytes
//     behind), then four bits a slot, its length in bytes (raw_lengths_bytes), then the bytes of
//     the slots. A slot is the exclusive or with the last value of the same slot of the same
//     function or site. Image addresses are not encoded. Slots of an outcall: callee, arguments; if
//     answered, results too. Slots of a returned incall: arguments, results.
//   patch: byte 0 is k_raw_patch | length of the address in bytes, byte 1 the number of bytes; then
//     the address as zigzag difference to the end of the last short patch, and the bytes.
//   image word: byte 0 is k_raw_image_word, byte 1 the lengths of address and word, four bits each;
//     then the address as that of a patch, and the word as zigzag difference to the last one.
// Only functions and sites with at most k_raw_max_slots slots (callee, arguments and results) have
// short events.
typedef enum CutawayRawKind {
  k_raw_filler = 0x80,  // one byte
  k_raw_incall = 0x90,
  k_raw_incall_return = 0xa0,
  k_raw_outcall = 0xb0,
  k_raw_outcall_return = 0xc0,
  k_raw_answered = 0xd0,  // an outcall and its return
  k_raw_returned = 0xe0,  // an incall and its return
  k_raw_patch = 0xf0,
  k_raw_image_word = 0xff,
} CutawayRawKind;
enum {
  k_raw_max_slots = 8,
  k_raw_max_patch = 255,
  k_raw_far_ident = 0xfff,
  k_raw_max_ident = 0xffffff
};
static inline uint16_t raw_head(uint32_t kind, uint32_t ident) {
  const uint32_t near = ident < k_raw_far_ident ? ident : k_raw_far_ident;
  return (uint16_t)(kind | (near & 0xf) | (near & 0xff0) << 4);
}
static inline uint32_t raw_head_ident(uint32_t head) { return (head & 0xf) | (head >> 4 & 0xff0); }
static inline uint64_t raw_head_bytes(uint32_t ident) { return ident < k_raw_far_ident ? 2 : 5; }
static inline uint64_t raw_lengths_bytes(uint64_t slots) { return slots > 4 ? 4 : (slots + 1) / 2; }

typedef struct CutawayRawHeader {
  char magic[8];  // "CUTRAW\0\0"
  uint32_t version;
  uint32_t verify;
  uint64_t pid;
  uint64_t window_bytes;
  uint64_t flushed;
  uint64_t reserved[3];
  // An incall that is logged together with its return: its function, 0 if there is none, and
  // arguments. If the process died before the return, it is the last event of the log.
  uint64_t waiting;
  uint64_t waiting_slots[k_raw_max_slots];
} CutawayRawHeader;
enum { k_raw_header_bytes = 4096 };

static inline uint64_t to_zigzag(uint64_t difference) {
  return difference << 1 ^ (uint64_t)((int64_t)difference >> 63);
}
static inline uint64_t from_zigzag(uint64_t number) { return number >> 1 ^ (0 - (number & 1)); }

// --- Packed file -----------------------------------------------------------
// PackedHeader, then chunks, each PackedChunk + compressed bytes. Chunks of kind events hold the
// event stream in order; an event never spans two chunks. The last chunk is kind end. A file that
// stops early is read up to its last whole chunk.
typedef struct CutawayPackedHeader {
  char magic[8];  // "CUTAWAY\0"
  uint32_t version;
  uint32_t header_bytes;  // of this header
  uint64_t reserved[6];
} CutawayPackedHeader;

typedef struct CutawayPackedChunk {
  uint32_t magic;  // k_chunk_magic
  uint32_t kind;
  uint64_t raw_bytes;
  uint64_t stored_bytes;
  uint64_t checksum;  // XXH64 (or equal strength) of the stored bytes and of the fields above
} CutawayPackedChunk;
static const uint32_t k_chunk_magic = 0x4b4e4843;  // "CHNK"
enum {
  k_chunk_info = 1,     // JSON: command line, working directory, exit status, machine, plan, dates
  k_chunk_events = 2,   // zstd
  k_chunk_symbols = 3,  // JSON: names of image addresses that occur in the stream
  k_chunk_index = 4,    // JSON: incall numbers and their chunk, for seeking
  k_chunk_end = 5,
};

// --- Environment of a recorded or replayed process (set by the tool, removed by the runtime)
// ------
#define CUTAWAY_ENV_LOG "CUTAWAY_LOG"  // path: raw log to create, or to replay
#define CUTAWAY_ENV_OPTIONS \
  "CUTAWAY_OPTIONS"  // "key=value" separated by commas: verify, max_size,
                     // max_events, until, stop_at, report_fd, sandbox, valgrind
#define CUTAWAY_ENV_ZOOM_LOG \
  "CUTAWAY_ZOOM_LOG"  // path: raw log to create while CUTAWAY_LOG is replayed
#define CUTAWAY_ENV_ZOOM_FUNCTIONS "CUTAWAY_ZOOM_FUNCTIONS"  // path: which functions are its inside
#define CUTAWAY_ENV_WATCH "CUTAWAY_WATCH"                    // what else is a failure of a test
#define CUTAWAY_ENV_PRELOAD "CUTAWAY_PRELOAD"                // LD_PRELOAD as the user had it
#define CUTAWAY_ENV_LIBRARY_PATH \
  "CUTAWAY_LIBRARY_PATH"                       // so LD_LIBRARY_PATH, if the tool set it;
                                               // empty: it was not set
#define CUTAWAY_ENV_PROGRAM "CUTAWAY_PROGRAM"  // path of the program that this one is a variant of

#ifdef __cplusplus
}  // namespace cutaway
#endif
