// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 64-bit and 128-bit vectors as arguments, results and in memory.
// inside: in_*
#include <emmintrin.h>
#include <stdio.h>

typedef float v2f __attribute__((vector_size(8)));
typedef int v4i __attribute__((vector_size(16)));
typedef signed char v16c __attribute__((vector_size(16)));

v2f out_v2f(v2f v) { return v + (v2f){1, 2}; }
v4i out_v4i(v4i a, v4i b) { return a * b; }
__m128d out_m128d(__m128d v) { return _mm_sqrt_pd(v); }
v16c out_v16c(v16c v) { return v + v; }

v2f in_v2f(v2f v) { return out_v2f(v) * v; }
v4i in_v4i(v4i* memory, v4i a) {
  v4i result = out_v4i(a, *memory);
  *memory = result - a;
  return result;
}
__m128d in_m128d(__m128d v) { return _mm_add_pd(out_m128d(v), v); }
int in_v16c(v16c v) {
  v = out_v16c(v);
  int sum = 0;
  for (int i = 0; i < 16; ++i) sum += v[i] * i;
  return sum;
}

int main(int argc, char** argv) {
  (void)argv;
  v2f f = in_v2f((v2f){1.5f, (float)argc});
  printf("%g %g\n", (double)f[0], (double)f[1]);
  v4i memory = {1, 2, 3, 4};
  v4i i = in_v4i(&memory, (v4i){argc, 10, 100, 1000});
  printf("%d %d %d %d\n", i[0], i[1], i[2], i[3]);
  printf("%d %d %d %d\n", memory[0], memory[1], memory[2], memory[3]);
  __m128d d = in_m128d(_mm_set_pd(2, argc));
  printf("%a %a\n", d[0], d[1]);
  printf("%d\n", in_v16c((v16c){1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -11, -12, -13, -14, -15, -16}));
}
