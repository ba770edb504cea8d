// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What woven code and runtimes know of AddressSanitizer on x86-64 Linux, LLVM 19: where its shadow
// lies, what its bytes mean, which functions of libc it checks, and how it finds global variables.
#pragma once
#include "weave.h"

#ifdef __cplusplus
namespace cutaway {
#endif

// 8 bytes at `a` have one byte at (a >> 3) + offset: 0, all may be used; 1 to 7, so many of them
// from the first on; else none, and why.
enum { k_asan_scale = 3, k_asan_granule = 1 << k_asan_scale };
static const uint64_t k_asan_offset = 0x7fff8000ull;
// Memory below and above the shadow and its parts; between them nobody has memory.
static const uint64_t k_asan_low_shadow_end = 0x8fff7000ull;
static const uint64_t k_asan_high_shadow = 0x2008fff7000ull;
static const uint64_t k_asan_shadow_end = 0x10007fff8000ull;

enum {
  k_asan_heap_left = 0xfa,
  k_asan_heap_freed = 0xfd,
  k_asan_stack_left = 0xf1,
  k_asan_stack_middle = 0xf2,
  k_asan_stack_right = 0xf3,
  k_asan_after_return = 0xf5,
  k_asan_init_order = 0xf6,
  k_asan_user = 0xf7,
  k_asan_after_scope = 0xf8,
  k_asan_global = 0xf9,
  k_asan_container = 0xfc,
  k_asan_array_cookie = 0xac,
  k_asan_intra_object = 0xbb,
  k_asan_alloca_left = 0xca,
  k_asan_alloca_right = 0xcb,
};

// Known functions whose arguments it checks: CUTAWAY_ASAN_CHECKED(name). Their number goes to the
// hook asan_is_poisoned. `free` stands for all that give blocks back; they are outcalls anyway.
// clang-format off
#define CUTAWAY_ASAN_CHECKED_FUNCTIONS(X)                                                   \
  X(memcpy) X(memmove) X(memset) X(bzero) X(memchr) X(memrchr) X(strlen) X(strnlen)         \
  X(strchr) X(strrchr) X(strchrnul) X(strstr) X(strspn) X(strcspn) X(strpbrk) X(strcpy)     \
  X(strncpy) X(strcat) X(strncat) X(memcmp) X(bcmp) X(strcmp) X(strncmp) X(free)
// clang-format on

enum {
#define CUTAWAY_ASAN_CHECKED(name) k_asan_checked_##name,
  CUTAWAY_ASAN_CHECKED_FUNCTIONS(CUTAWAY_ASAN_CHECKED)
#undef CUTAWAY_ASAN_CHECKED
      k_asan_checked_count
};

// Its pass writes one for each variable with a redzone to this section.
static const char k_asan_globals_section[] = "asan_globals";
struct AsanGlobal {
  uint64_t address, size, size_with_redzone;
  uint64_t others[5];  // for reports
};

#ifdef __cplusplus
}  // namespace cutaway
#endif
