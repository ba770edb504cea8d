// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What src/shrink asks of libcutaway_shrink.so, which has a recording loaded, and what it answers.
// Who reads this: runtime/shrink, src/shrink; both are of one build, so there is no version.
//
// The tool writes requests to the descriptor `request_fd`; the server forks for each, the child
// runs the recording less what the request leaves out, and the server writes one outcome for each
// to `report_fd`, in the order in which they end.
#pragma once
#include <stdint.h>

#ifdef __cplusplus
namespace cutaway {
#endif

enum {
  k_test_traced = 1,  // every load and store is seen
  k_test_write = 2,   // write the reduced stream to `write_fd` instead of running it
  k_test_learn = 4,   // the first run, of the whole recording: finds out what traced tests may read
  k_test_no_live = 8,     // functions of libraries are answered from the recording alone
  k_test_replace_0 = 16,  // doubtful answers become 0
  k_test_replace_1 = 32,  // doubtful answers become all ones
  k_test_against = 64,    // the code is another: what it does otherwise is told (`write_fd`)
  k_test_numbers = 128,   // strtol and the like read for real
};

// A word that is other than recorded: a simpler argument of an incall, simpler bytes of a patch.
typedef struct CutawayEdit {
  uint32_t number;  // of the incall or of the patch, in the order of the stream
  uint32_t word;    // of its payload
  uint64_t value;
} CutawayEdit;

// After it: `incall_words` words, one bit for each incall of the recording in the order of the
// stream, 1: kept (0 words: all are), then `patch_words` words, the same for its patches. An incall
// within one that is not kept is left out with it. Then the edits of incalls and those of patches,
// both ascending by number.
typedef struct CutawayTestRequest {
  uint64_t test;  // comes back in the outcome
  uint32_t flags;
  uint32_t timeout_ms;  // of processor time; 0: no limit
  uint64_t hang_ms;     // it hangs if it goes on for so long after the last event; 0: not asked
  uint64_t most_differences;  // of changed code: the test stops after so many; 0: it does not
  uint64_t incall_words;
  uint64_t patch_words;
  uint64_t incall_edits;
  uint64_t patch_edits;
} CutawayTestRequest;

// What a learning test finds: `reader` reads what `writer` was the last to write, numbers of
// incalls. Or, with k_gives_back, `writer` gives back a block that `reader` has allocated.
typedef struct CutawayDependence {
  uint32_t reader;
  uint32_t writer;
} CutawayDependence;
static const uint32_t k_gives_back = 1u << 31;

// What a recording that is part of another one does not tell of a block that its inside allocates:
// when it was given back, by the outside or by a call that is left out. The server reads them from
// `releases_fd`, and a test that writes its stream writes those of that stream there. All numbers
// count from 1 in the order of the stream.
typedef struct CutawayRelease {
  uint64_t allocation;  // outcall that allocates it
  uint64_t crossing;    // incall or outcall that finds it released; one more than there are: none
  uint64_t by;          // 0: the outside on its own; an outcall that it was given the block by; or
                        // k_release_left_out
} CutawayRelease;
static const uint64_t k_release_left_out = ~0ull;
// No release: `crossing` bytes at the image address `allocation` (encoded) are of an object that
// code constructs, maybe code of a call that is left out.
static const uint64_t k_release_constructed = ~0ull - 1;

typedef enum CutawayVerdict {
  k_verdict_died,  // said nothing: a bug of ours, or no memory
  k_verdict_passed,
  k_verdict_failed,
  k_verdict_unresolved,
  k_verdict_timeout,
  k_verdict_written,
  k_verdict_stopped,  // at a difference
} CutawayVerdict;

typedef enum CutawayFailureKind {
  k_failure_none,
  k_failure_signal,     // a fault of the inside
  k_failure_exception,  // left the inside, and nothing outside caught it
  k_failure_abort,      // abort, std::terminate
  k_failure_assert,
  k_failure_double_free,
  k_failure_outside,    // while the outside ran, called by the inside
  k_failure_overflow,   // of the stack
  k_failure_sanitizer,  // a report
  k_failure_declared,   // CUTAWAY_FAIL
  k_failure_hang,
  k_failure_exit,    // left with a status that the user takes for a failure
  k_failure_output,  // wrote what the user takes for one
} CutawayFailureKind;

enum {
  k_max_failure_frames = 64,
  k_outcome_bytes = 4096,
  k_most_output = 256 << 10,  // bytes of each stream that are captured
};

typedef struct CutawayTestOutcome {
  uint64_t test;
  uint32_t verdict;
  uint32_t failure;  // CutawayFailureKind
  int32_t signal;
  int32_t code;  // si_code; status of an exit
  uint64_t address;
  uint64_t incalls;          // performed
  uint64_t failing;          // number of the innermost incall that was open, from 1; 0: none
  uint64_t stream_ms;        // of a hang: processor time up to the last event, at least
  uint64_t output_bytes[2];  // captured; follow the outcome
  uint64_t used_us;          // processor time
  uint64_t undefined;    // traced: bytes read that nobody had written, and that the whole recording
                         // does not read so
  uint64_t doubtful;     // answers whose arguments were not the recorded ones
  uint64_t departed;     // of these and of those in step, what may have written memory by them
  uint64_t differences;  // of changed code
  uint64_t stray;  // traced, of a failure of the outside: what was written past blocks of the heap,
                   // hashed
  uint32_t live_failed;     // learn: a live function did something else than recorded
  uint32_t numbers_failed;  // learn: strtol or its like would do something else than recorded
  uint32_t frame_count;
  uint64_t frames[k_max_failure_frames];  // of the inside, innermost first; encoded
  char type[512];                         // mangled type of an exception
  char message[1024];
  char why[256];  // of an unresolved test
} CutawayTestOutcome;

#ifdef __cplusplus
static_assert(sizeof(CutawayTestOutcome) <= k_outcome_bytes);
}  // namespace cutaway
#endif
