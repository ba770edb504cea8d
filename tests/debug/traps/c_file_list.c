/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdlib.h>
#include <string.h>

struct list {
  struct list* next;
  char name[12];
};

struct list* push(struct list* head, const char* name) {
  struct list* item = malloc(sizeof *item);
  strncpy(item->name, name, sizeof item->name);
  item->next = head;
  return item;
}

struct list* drop(struct list* head) {
  struct list* next = head->next;
  free(head);
  return next;
}

int length(const struct list* head) {
  int count = 0;
  for (; head; head = head->next) count++;
  return count;
}
