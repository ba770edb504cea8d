// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the incalls of a part are called with, and what the outside wrote for them: the values that
// can be made simpler.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "abi/shrink.h"
#include "base/result.h"
#include "recording/signature.h"
#include "shrink/ddmin.h"

namespace cutaway {

// Of an incall or patch.
struct Payload {
  uint32_t number;  // in the recording
  std::vector<uint64_t> words;
};

struct Contents {
  std::vector<Payload> incalls;
  std::vector<Payload> patches;
};

// A number that an incall has as argument.
struct NumberPlace {
  uint32_t incall;  // of Contents::incalls
  uint32_t word;
  Leaf leaf;
};

// A byte that the outside wrote.
struct BytePlace {
  uint32_t patch;         // of Contents::patches
  uint32_t offset;        // in its payload
  uint64_t address;       // encoded as in the stream
  bool is_image_address;  // part of one, in its encoded form: cannot be changed alone
};

// A pointer among the arguments of an incall.
struct PointerPlace {
  uint32_t incall;
  uint32_t word;
};

// The contents of a part as recorded, and where in them there is what.
struct PartContents {
  Contents contents;
  std::vector<NumberPlace> numbers;
  std::vector<PointerPlace> pointers;
  std::vector<BytePlace> bytes;
};

Result<PartContents> read_contents(const std::string& recording, const Elements& incalls,
                                   const Elements& patches);

inline uint64_t& word_of(Contents& contents, const NumberPlace& place) {
  return contents.incalls[place.incall].words[place.word];
}
inline uint64_t word_of(const Contents& contents, const NumberPlace& place) {
  return contents.incalls[place.incall].words[place.word];
}
uint8_t byte_of(const Contents& contents, const BytePlace& place);
void set_byte(Contents* contents, const BytePlace& place, uint8_t value);

bool is_printable(uint8_t byte);
// By its value. Without randomisation the heap lies at 0x5555...; other six characters are text.
bool is_pointer_like(uint64_t word);

// Words of a part that are other than in the recording.
struct Edits {
  std::vector<CutawayEdit> incalls;
  std::vector<CutawayEdit> patches;

  bool is_empty() const { return incalls.empty() && patches.empty(); }
};

// `after` has the shape of `before`.
Edits edits_between(const Contents& before, const Contents& after);

}  // namespace cutaway
