// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs working programs, then the one that is given.
#include <stdio.h>
#include <stdlib.h>
#include "jq.h"
#include "jv.h"

static void run(const char *program, const char *input) {
  jq_state *jq = jq_init();
  if (!jq_compile(jq, program)) exit(2);
  jq_start(jq, jv_parse(input), 0);
  jv result;
  while (jv_is_valid(result = jq_next(jq))) jv_free(result);
  jv_free(result);
  jq_teardown(&jq);
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  for (int i = 0; i < 3; i++) run("[.[] | . * 2] | add", "[1, 2, 3]");
  run(".a | keys | length", "{\"a\": {\"b\": 1, \"c\": null}}");
  run(argv[1], "\"text\"");
  puts("done");
  return 0;
}
