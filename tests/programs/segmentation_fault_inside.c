// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A null dereference in the inside: the recording ends there, and so does its replay.
// inside: in_*
// expect-exit: SIGSEGV
#include <stdio.h>

struct Node {
  struct Node* next;
  int value;
};
static struct Node nodes[3] = {{&nodes[1], 1}, {&nodes[2], 2}, {0, 3}};

struct Node* out_next(struct Node* n) { return n->next; }
int in_walk(struct Node* n, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += n->value;
    n = out_next(n);
  }
  return sum;
}

int main(void) {
  printf("%d\n", in_walk(nodes, 3));
  fflush(stdout);
  printf("%d\n", in_walk(nodes, 4));
}
