// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls back into the inside of the host's choice.
int plugin_add(int v) { return v + 5; }
