// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls that return before anything else is logged, by exceptions of the inside, of the outside below it, and by longjmp
// over them; then plain ones again.
// inside: in_*
#include <csetjmp>
#include <cstdio>
#include <stdexcept>

struct Cell {
  long value = 0;
};
static std::jmp_buf g_back;

void out_check(long value) {
  if (value % 5 == 0) throw std::runtime_error("five");
}
void out_jump() { std::longjmp(g_back, 1); }

long in_get(const Cell& cell) { return cell.value; }
void in_set(Cell& cell, long value) {
  if (value % 3 == 0) throw value;
  cell.value = value;
}
void in_ask(Cell& cell, long value) {
  if (value > 10) out_check(value);
  cell.value += value;
}
void in_leave(Cell& cell) {
  cell.value = -1;
  out_jump();
}

int main() {
  static Cell cell;  // not a local: those that change after setjmp have no value
  long sum = 0;
  int thrown = 0, jumped = 0;
  for (long i = 1; i < 40; ++i) {
    try {
      in_set(cell, i);
      in_ask(cell, i);
    } catch (long value) {
      sum -= value + in_get(cell);
    } catch (const std::runtime_error&) {
      ++thrown;
    }
    if (i % 7 == 0) {
      if (setjmp(g_back) == 0) {
        in_leave(cell);
      } else {
        ++jumped;
      }
    }
    sum = sum * 3 + in_get(cell);
  }
  std::printf("%ld %d %d\n", sum, thrown, jumped);
}
