// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Orders of about `size` bytes as JSON, which is YAML as well, or in YAML's block style.
#pragma once
#include "text_source.h"

static inline Text make_json(uint64_t seed, size_t size) {
  Random random = {seed * 0x9e3779b97f4a7c15ull + 1};
  Text text = {0};
  append(&text, "{\"seed\": %d, \"orders\": [", (int)seed);
  for (int i = 0; text.size < size; i++) {
    append(&text, "%s\n {\"id\": %d, \"state\": \"%s\", \"total\": %u.%02u, \"lines\": [",
           i == 0 ? "" : ",", i, next_word(&random), (unsigned)(next_random(&random) % 10000),
           (unsigned)(next_random(&random) % 100));
    int lines = (int)(next_random(&random) % 4) + 1;
    for (int line = 0; line < lines; line++) {
      append(&text, "%s{\"sku\": \"%s-%u\", \"text\": \"%s \\\"%s\\\"\", \"count\": %u}",
             line == 0 ? "" : ", ", next_word(&random), (unsigned)(next_random(&random) % 1000),
             next_word(&random), next_word(&random), (unsigned)(next_random(&random) % 50));
    }
    append(&text, "]}");
  }
  append(&text, "]}\n");
  return text;
}

static inline Text make_yaml(uint64_t seed, size_t size) {
  Random random = {seed * 0x9e3779b97f4a7c15ull + 1};
  Text text = {0};
  append(&text, "seed: %d\norders:\n", (int)seed);
  for (int i = 0; text.size < size; i++) {
    append(&text, "  - id: %d\n    state: %s\n    total: %u.%02u\n    lines:\n", i,
           next_word(&random), (unsigned)(next_random(&random) % 10000),
           (unsigned)(next_random(&random) % 100));
    int lines = (int)(next_random(&random) % 4) + 1;
    for (int line = 0; line < lines; line++) {
      append(&text, "      - {sku: %s-%u, text: \"%s: %s\", count: %u}\n", next_word(&random),
             (unsigned)(next_random(&random) % 1000), next_word(&random), next_word(&random),
             (unsigned)(next_random(&random) % 50));
    }
  }
  return text;
}
