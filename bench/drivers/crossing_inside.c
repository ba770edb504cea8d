// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inside of the crossing benchmarks.
void outside_nothing(void);

// Empty, but not known to be empty by the caller.
void inside_nothing(void) {}

void inside_loop(long count) {
  for (long i = 0; i < count; i++) outside_nothing();
}
