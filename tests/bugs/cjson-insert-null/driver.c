// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>
#include "cJSON.h"

static void work(int number) {
  char text[96];
  snprintf(text, sizeof text, "{\"id\": %d, \"tags\": [\"red\", \"green\"], \"price\": 9.5}", number);
  cJSON *order = cJSON_Parse(text);
  cJSON *tags = cJSON_GetObjectItem(order, "tags");
  cJSON_AddItemToArray(tags, cJSON_CreateString("blue"));
  cJSON_InsertItemInArray(tags, 1, cJSON_CreateNumber(number));
  char *printed = cJSON_PrintUnformatted(order);
  free(printed);
  cJSON_Delete(order);
}

int main(void) {
  for (int i = 0; i < 60; i++) work(i);
  cJSON *list = cJSON_Parse("[10, 20, 30]");
  cJSON_InsertItemInArray(list, 1, cJSON_GetObjectItem(list, "nobody"));
  cJSON_Delete(list);
  puts("done");
  return 0;
}
