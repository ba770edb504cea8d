// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cJSON.h"

// As it comes from a socket: so many bytes, and no zero after them.
static void receive(const char *text) {
  size_t length = strlen(text);
  char *packet = malloc(length);
  memcpy(packet, text, length);
  cJSON *message = cJSON_ParseWithLength(packet, length);
  if (message) cJSON_Delete(message);
  free(packet);
}

int main(void) {
  for (int i = 0; i < 40; i++) {
    receive("{\"user\": \"ada\", \"scores\": [1, 2, 3], \"admin\": false}");
    receive("[null, true, {\"depth\": {\"more\": \"\\u00e9\"}}]");
    receive("{\"user\": \"ada\"");
  }
  receive("{\"user\":7,");
  puts("done");
  return 0;
}
