// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// strtol() and the like in tests: outcalls, but the recording has the text that they read.
//
// Problem: without some calls, or with a shorter text, another number is asked for than was
// recorded. Idea: the learning test reads every recorded number, too. If each is as recorded (it is
// not in a locale that has other points), later tests read for real.
#pragma once
#include "runtime/shrink/walk.h"

namespace cutaway::rt {

bool is_number_reader(const Outcall& call);
bool is_number_reader(Event outcall);

// In a learning test: `results` are what was recorded.
void learn_number(const Outcall& call, const uint64_t* results);

// Also writes the end of the number, if the caller asks for it, and errno.
void read_number(const Outcall& call, uint64_t* results);

// What the inside finds in errno; an answer that is not used may have changed it.
class KeptErrno {
 public:
  KeptErrno();
  void restore() const;

 private:
  int* place_;
  int value_;
};

}  // namespace cutaway::rt
