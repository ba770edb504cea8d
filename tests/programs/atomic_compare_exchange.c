// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strong and weak compare-and-exchange that succeed and fail.
// inside: in_*
#include <stdatomic.h>
#include <stdio.h>

struct Node {
  struct Node* next;
  int value;
};
static _Atomic(struct Node*) head;
static atomic_int number = 5;

void out_set(int v) { atomic_store(&number, v); }
int out_next(int v) { return v * 3 + 1; }

int in_exchange(int expected, int desired) {
  int before = expected;
  int swapped = atomic_compare_exchange_strong(&number, &expected, desired);
  out_set(out_next(desired));
  int again = before;
  int failed = !atomic_compare_exchange_strong_explicit(&number, &again, 0, memory_order_release,
                                                        memory_order_relaxed);
  int v = atomic_load(&number);
  while (!atomic_compare_exchange_weak(&number, &v, v + 1)) {
  }
  return swapped * 1000000 + failed * 100000 + expected * 100 + again + atomic_load(&number);
}
void in_push(struct Node* node) {
  node->next = atomic_load(&head);
  while (!atomic_compare_exchange_weak_explicit(&head, &node->next, node, memory_order_acq_rel,
                                                memory_order_acquire)) {
  }
}
int in_pop_all(void) {
  int sum = 0;
  for (struct Node* n = atomic_exchange(&head, NULL); n; n = n->next) sum = sum * 10 + n->value;
  return sum;
}

int main(void) {
  printf("%d\n", in_exchange(5, 6));
  printf("%d\n", in_exchange(5, 7));
  struct Node nodes[3] = {{0, 1}, {0, 2}, {0, 3}};
  for (int i = 0; i < 3; ++i) in_push(&nodes[i]);
  printf("%d\n", in_pop_all());
}
