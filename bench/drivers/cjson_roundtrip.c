// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses, prints and frees COUNT JSON documents of about 128 KiB, eight different ones in turn
// through one buffer: every document crosses the cut anew.
#include <cJSON.h>

#include "text_source.h"

enum { k_documents = 8, k_size = 128 << 10 };

static Text make_json(uint64_t seed) {
  Random random = {seed * 0x9e3779b97f4a7c15ull + 1};
  Text text = {0};
  append(&text, "{\"seed\": %d, \"orders\": [", (int)seed);
  for (int i = 0; text.size < k_size; i++) {
    append(&text,
           "%s\n  {\"id\": %d, \"state\": \"%s\", \"total\": %u.%u, \"open\": %s, \"note\": null,",
           i == 0 ? "" : ",", i, next_word(&random), (unsigned)(next_random(&random) % 10000),
           (unsigned)(next_random(&random) % 100),
           next_random(&random) >> 9 & 1 ? "true" : "false");
    append(&text, " \"text\": \"%s \\\"%s\\\"\\n%s\", \"lines\": [%u, %u, -%u, {\"sku\": \"%s\"}]}",
           next_word(&random), next_word(&random), next_word(&random),
           (unsigned)(next_random(&random) % 100), (unsigned)(next_random(&random) % 1000),
           (unsigned)(next_random(&random) % 10), next_word(&random));
  }
  append(&text, "]}\n");
  return text;
}

int main(int argc, char** argv) {
  long count = argument_or(argc, argv, 1, 250);
  Text documents[k_documents];
  size_t largest = 0;
  for (int i = 0; i < k_documents; i++) {
    documents[i] = make_json((uint64_t)i + 1);
    if (documents[i].size > largest) largest = documents[i].size;
  }
  char* buffer = malloc(largest + 1);
  uint64_t sum = 0;
  for (long i = 0; i < count; i++) {
    const Text* document = &documents[i % k_documents];
    memcpy(buffer, document->data, document->size + 1);
    cJSON* json = cJSON_Parse(buffer);
    char* printed = json != NULL ? cJSON_PrintUnformatted(json) : NULL;
    if (printed == NULL) return 1;
    sum += strlen(printed);
    if (i < k_documents) sum = add_to_checksum(sum, printed, strlen(printed));
    cJSON_free(printed);
    cJSON_Delete(json);
  }
  printf("%ld documents, %016llx\n", count, (unsigned long long)sum);
  return 0;
}
