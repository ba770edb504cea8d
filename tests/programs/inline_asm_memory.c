// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// asm that reads and writes memory through operands and clobbers, and asm goto.
// inside: in_*
#include <stdio.h>
#include <string.h>

static long shared = 5;

void out_touch(void) { shared += 100; }

long in_memory_operand(long v) {
  long local = v;
  __asm__("addq %1, %0" : "+m"(local) : "r"(v) : "cc");
  __asm__("addq $7, %0" : "+m"(shared) : : "cc");
  out_touch();
  __asm__ volatile("" : : : "memory");
  return local * 1000 + shared;
}
void in_copy(char* to, const char* from, size_t n) {
  __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
}
int in_goto(int v) {
  __asm__ goto("testl %0, %0; jz %l1" : : "r"(v) : "cc" : zero);
  return v + 1;
zero:
  return -1;
}

int main(int argc, char** argv) {
  (void)argv;
  char text[16] = {0};
  printf("%ld\n", in_memory_operand(argc + 2));
  in_copy(text, "moved by asm", 12);
  printf("%s %zu\n", text, strlen(text));
  printf("%d %d\n", in_goto(argc - 1), in_goto(argc));
}
