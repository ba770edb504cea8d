// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hashing by address, tagged pointers and XOR lists keep working: addresses replay unchanged.
// inside: in_*
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct Node {
  uintptr_t link;
  int value;
};
static struct Node* buckets[64];

struct Node* out_node(int v) {
  struct Node* n = malloc(sizeof *n);
  n->value = v;
  n->link = 0;
  return n;
}

static unsigned in_hash(const void* p) {
  return (unsigned)((uintptr_t)p * 0x9e3779b97f4a7c15u >> 58);
}
void in_insert(struct Node* n) {
  unsigned i = in_hash(n);
  while (buckets[i]) i = (i + 1) % 64;
  buckets[i] = n;
}
int in_contains(const struct Node* n) {
  unsigned i = in_hash(n);
  for (; buckets[i]; i = (i + 1) % 64)
    if (buckets[i] == n) return n->value;
  return -1;
}
int in_xor_list(int n) {
  struct Node *previous = NULL, *first = NULL;
  for (int i = 0; i < n; ++i) {
    struct Node* node = out_node(i);
    node->link = (uintptr_t)previous;
    if (previous) previous->link ^= (uintptr_t)node;
    else first = node;
    previous = node;
  }
  int sum = 0;
  for (uintptr_t before = 0, at = (uintptr_t)first; at;) {
    struct Node* node = (struct Node*)at;
    sum = sum * 3 + node->value;
    uintptr_t next = node->link ^ before;
    before = at;
    at = next;
    free(node);
  }
  return sum;
}
int in_tagged(struct Node* n) {
  uintptr_t tagged = (uintptr_t)n | 5;
  return (int)(tagged & 7) + ((struct Node*)(tagged & ~(uintptr_t)7))->value;
}

int main(void) {
  struct Node* nodes[20];
  for (int i = 0; i < 20; ++i) in_insert(nodes[i] = out_node(i * i));
  int sum = 0;
  for (int i = 0; i < 20; ++i) sum += in_contains(nodes[i]);
  printf("%d %d %d\n", sum, in_xor_list(8), in_tagged(nodes[3]));
  for (int i = 0; i < 20; ++i) free(nodes[i]);
}
