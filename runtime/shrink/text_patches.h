// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Problem: what follows a number in a text is read after strtol() has returned, so it is a patch of
// that segment, though it was there before. Whoever looks for texts in a part, to make them simpler
// or to write them down, would find pieces, among what earlier calls left in their place. Idea:
// strtol() and the like write nothing but the end of the number and errno. So when a part is
// written, patches behind the start of the text go to the segment before the call. What the inside
// reads does not change: had it touched these bytes in between, they would be no patch of the later
// segment.
#pragma once
#include <stdint.h>

namespace cutaway::rt {

struct StreamWords {
  const uint64_t* begin;
  const uint64_t* end;
};

// g_stream with such patches brought forward, and without the ends of numbers if they are read for
// real.
StreamWords bring_texts_forward(bool reads_numbers);

}  // namespace cutaway::rt
