// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads, stores and fences of every memory order; the outside changes the values in between.
// inside: in_*
#include <stdatomic.h>
#include <stdio.h>

static atomic_int shared_int;
static atomic_long shared_long;
static _Atomic(const char*) shared_text;
static atomic_bool shared_flag;

void out_change(int step) {
  atomic_fetch_add(&shared_int, step);
  atomic_store(&shared_long, (long)step << 33);
  atomic_store(&shared_text, step % 2 ? "odd" : "even");
  atomic_store(&shared_flag, step % 3 == 0);
}

long in_read(int step) {
  long sum = atomic_load_explicit(&shared_int, memory_order_relaxed);
  out_change(step);
  sum += atomic_load_explicit(&shared_int, memory_order_consume);
  out_change(step + 1);
  sum += atomic_load_explicit(&shared_int, memory_order_acquire);
  out_change(step + 2);
  sum += atomic_load_explicit(&shared_int, memory_order_seq_cst);
  atomic_thread_fence(memory_order_acquire);
  atomic_store_explicit(&shared_int, step, memory_order_relaxed);
  atomic_store_explicit(&shared_long, sum, memory_order_release);
  out_change(1);
  atomic_thread_fence(memory_order_seq_cst);
  atomic_signal_fence(memory_order_acq_rel);
  sum += atomic_load(&shared_long) + atomic_load(&shared_text)[0];
  atomic_store(&shared_flag, !atomic_load(&shared_flag));
  return sum + atomic_load(&shared_flag);
}

int main(void) {
  for (int i = 0; i < 4; ++i) printf("%ld\n", in_read(i));
}
