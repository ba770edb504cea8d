// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dynamic stack memory of the inside, filled by the outside and kept in loops.
// inside: in_*
#include <alloca.h>
#include <stdio.h>
#include <string.h>

void out_fill(int* to, int n, int from) {
  for (int i = 0; i < n; ++i) to[i] = from + i * i;
}
int out_sum(int rows, int columns, int m[rows][columns]) {
  int sum = 0;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) sum += m[i][j] * (i + 1);
  return sum;
}

int in_variable_array(int n) {
  int total = 0;
  for (int i = 1; i <= n; ++i) {
    int values[i];
    out_fill(values, i, total);
    total += values[i - 1];
  }
  int matrix[n][n + 1];
  memset(matrix, 0, sizeof matrix);
  out_fill(&matrix[0][0], n * (n + 1), 1);
  return total + out_sum(n, n + 1, matrix);
}
int in_alloca(int n) {
  struct Node {
    struct Node* next;
    int value;
  }* list = NULL;
  for (int i = 0; i < n; ++i) {
    struct Node* node = alloca(sizeof *node);
    node->next = list;
    out_fill(&node->value, 1, i);
    list = node;
  }
  int sum = 0;
  for (; list; list = list->next) sum = sum * 3 + list->value;
  return sum;
}

int main(int argc, char** argv) {
  (void)argv;
  printf("%d %d %d\n", in_variable_array(argc + 5), in_alloca(argc + 9), in_alloca(0));
}
