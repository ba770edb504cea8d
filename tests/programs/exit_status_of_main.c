// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exit status of main reaches the caller unchanged.
// inside: in_*
// expect-exit: 42
int in_status(int v) { return v * 6; }
int main(void) { return in_status(7); }
