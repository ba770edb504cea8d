// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// _BitInt of odd widths: in one register, in two, and in memory.
// inside: in_*
// zoom: differs: unused bits of a result
#include <stdio.h>

typedef _BitInt(7) small;
typedef unsigned _BitInt(37) middle;
typedef _BitInt(100) wide;

small out_small(small v) { return (small)(v / 2); }
middle out_middle(middle v) { return v * 3u + 1u; }
wide out_wide(wide v) { return v * 5 - 1; }

small in_small(small v) { return (small)(out_small(v) - 1); }
middle in_middle(middle v) { return out_middle(v) / 2u; }
wide in_wide(wide v) { return out_wide(v) / 3; }

int main(int argc, char** argv) {
  (void)argv;
  printf("%d\n", (int)in_small((small)(-40 * argc)));
  printf("%llu\n", (unsigned long long)in_middle((middle)(0x1fffffff00ull + (unsigned)argc)));
  wide w = in_wide(((wide)0x7fffffff << 64) + argc);
  printf("%llx %llx\n", (unsigned long long)(w >> 64), (unsigned long long)w);
}
