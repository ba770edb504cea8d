// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 256-bit vectors in ymm registers, by arguments, results and memory.
// inside: in_*
// requires-cpu: avx2
// flags: -mavx2
#include <immintrin.h>
#include <stdio.h>

__m256d out_scale(__m256d v, double by) { return _mm256_mul_pd(v, _mm256_set1_pd(by)); }
__m256i out_add(__m256i a, __m256i b) { return _mm256_add_epi32(a, b); }

__m256d in_scale(__m256d v) { return _mm256_add_pd(out_scale(v, 0.5), v); }
__m256i in_gather(const int* table, __m256i index) {
  return out_add(_mm256_i32gather_epi32(table, index, 4), index);
}
void in_masked(int* to, const int* from, __m256i mask) {
  __m256i v = _mm256_maskload_epi32(from, mask);
  _mm256_maskstore_epi32(to, mask, out_add(v, v));
}

int main(int argc, char** argv) {
  (void)argv;
  __m256d d = in_scale(_mm256_set_pd(1, 2, 3, argc));
  printf("%g %g %g %g\n", d[0], d[1], d[2], d[3]);
  int table[16], to[8] = {0};
  for (int i = 0; i < 16; ++i) table[i] = i * i;
  int result[8];
  _mm256_storeu_si256((__m256i*)result,
                      in_gather(table, _mm256_setr_epi32(0, 15, 2, 13, 4, 11, 6, 9)));
  for (int i = 0; i < 8; ++i) printf("%d ", result[i]);
  in_masked(to, table, _mm256_setr_epi32(-1, 0, -1, 0, 0, -1, -1, 0));
  for (int i = 0; i < 8; ++i) printf("%d ", to[i]);
  printf("\n");
}
