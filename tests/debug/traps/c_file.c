/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A level of C is a file. */
#include <stdlib.h>
#include <string.h>

struct list {
  struct list* next;
  char name[12];
};

struct list* push(struct list* head, const char* name);
struct list* drop(struct list* head);
int length(const struct list* head);

int main(void) {
  struct list* head = NULL;
  int i, sum = 0;
  for (i = 0; i < 30; i++) {
    head = push(head, "item");
    sum += length(head);
    if (i % 2) head = drop(head);
  }
  while (head) head = drop(head);
  head = drop(head);
  return sum;
}
