// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last page of a runtime, placed at the same offset in both of them by the linker
// (k_runtime_span in CMakeLists.txt). The dynamic linker maps the preloaded runtime first and
// everything else below it: runtimes of one size leave the other libraries at the same distance
// from the top in a recorded and in a replayed process.
namespace cutaway::rt {

__attribute__((section(".cutaway_end"), used)) char g_last_page[4096] = {1};

}  // namespace cutaway::rt
