# An array of structs that only the C library goes through, and a pointer to memory of no type with another variable behind it.
cat >rows.h <<'H'
#pragma once
#include <stddef.h>
struct row { int kind; long size; };
struct table;
struct table *table_new(size_t most, void *context);
void sort_rows(struct table *table, struct row *rows, size_t count);
H
cat >rows.c <<'H'
#include "rows.h"
#include <assert.h>
#include <stdlib.h>
struct table { size_t most; void *context; };
struct table *table_new(size_t most, void *context) {
  struct table *table = malloc(sizeof *table);
  table->most = most;
  table->context = context;
  return table;
}
static int compare(const void *left, const void *right) {
  const struct row *a = left, *b = right;
#ifdef MENDED
  if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
#endif
  assert(a->kind == b->kind);
  return (a->size > b->size) - (a->size < b->size);
}
void sort_rows(struct table *table, struct row *rows, size_t count) {
  *(int *)table->context += 1;
  if (count <= table->most) qsort(rows, count, sizeof *rows, compare);
}
H
cat >main.c <<'H'
#include "rows.h"
int main(void) {
  struct { int sorted; struct row rows[30]; } all = {0};
  struct table *table = table_new(30, &all.sorted);
  for (int round = 0; round < 20; ++round) {
    for (int i = 0; i < 30; ++i) all.rows[i] = (struct row){2, (i * 7 + round) % 30};
    sort_rows(table, all.rows, 30);
  }
  all.rows[11].kind = 1;
  sort_rows(table, all.rows, 14);
  return all.sorted == 0;
}
H
for level in 0 2; do
  cutaway-cc -g -O$level rows.c main.c -o app
  rm -rf tests
  cutaway debug -q --force --inside rows.c --testgen tests -- ./app >said 2>&1
  expect_text said 'fails as recorded'
  expect_text tests/*_test.cc 'Standalone test'
  expect_text tests/*_test.cc 'row rows[14] = {'
  for mended in '' -DMENDED; do
    (cd tests && eval "$(sed -n 's|^//   ||p' ./*_test.cc | sed "s/\(gcc\|g++\) /\1 -Wall -Wextra -Werror -fsanitize=address $mended /")")
    status=0
    (cd tests && ASAN_OPTIONS=detect_leaks=0 ./*_test) >out 2>&1 || status=$?
    test "$status" -eq "$([ -z "$mended" ] && echo 134 || echo 0)" || fail "-O$level $mended: exit status $status: $(cat out)"
  done
done
