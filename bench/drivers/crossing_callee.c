// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The empty outside callee, in a file of its own so that nothing is inlined.
void outside_nothing(void) {}
