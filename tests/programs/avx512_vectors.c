// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 512-bit vectors and mask registers.
// inside: in_*
// requires-cpu: avx512f
// flags: -mavx512f
#include <immintrin.h>
#include <stdio.h>

__m512 out_twice(__m512 v) { return _mm512_add_ps(v, v); }
__m512 in_twice(__m512 v, __mmask16 mask) { return _mm512_mask_mul_ps(v, mask, out_twice(v), v); }
void in_compress(int* to, const int* from, __mmask16 mask) {
  _mm512_mask_compressstoreu_epi32(to, mask, _mm512_maskz_loadu_epi32(0x7fff, from));
}

int main(int argc, char** argv) {
  (void)argv;
  __m512 v = in_twice(_mm512_set1_ps((float)argc + 1.5f), 0xa5a5);
  for (int i = 0; i < 16; ++i) printf("%g ", (double)v[i]);
  int from[16], to[16] = {0};
  for (int i = 0; i < 16; ++i) from[i] = i + 100;
  in_compress(to, from, 0x8421);
  for (int i = 0; i < 16; ++i) printf("%d ", to[i]);
  printf("\n");
}
