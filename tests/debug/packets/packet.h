// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three functions with a defect each; tests/debug/packet_*.toml debug them.
#pragma once
#include <stdint.h>

// Of so many bytes; no zero follows them. To be given back with free().
int *sum_of(const char *bytes, int count);
int count_words(const char *text);
__attribute__((warn_unused_result)) int set_bit(uint64_t *words, int bit);
