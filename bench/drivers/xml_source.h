// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An XML document of about `size` bytes: nested elements, attributes, entities, text.
#pragma once
#include "text_source.h"

static inline Text make_xml(uint64_t seed, size_t size) {
  Random random = {seed * 0x9e3779b97f4a7c15ull + 1};
  Text text = {0};
  append(&text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<orders seed=\"%d\">\n", (int)seed);
  for (int i = 0; text.size < size; i++) {
    append(&text, "  <order id=\"%d\" state=\"%s\" total=\"%u.%02u\">\n", i, next_word(&random),
           (unsigned)(next_random(&random) % 10000), (unsigned)(next_random(&random) % 100));
    int lines = (int)(next_random(&random) % 4) + 1;
    for (int line = 0; line < lines; line++) {
      append(&text, "    <line sku=\"%s-%u\"><text>%s &amp; %s %s</text><count>%u</count></line>\n",
             next_word(&random), (unsigned)(next_random(&random) % 1000), next_word(&random),
             next_word(&random), next_word(&random), (unsigned)(next_random(&random) % 50));
    }
    append(&text, "  </order>\n");
  }
  append(&text, "</orders>\n");
  return text;
}
