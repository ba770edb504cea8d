source "$CUTAWAY_SOURCE/tests/support/against_clang.sh"
both_succeed 'echo "int f(int n) { int a[4] = {0}; return a[n & 3]; } int main(int argc, char** v) { (void)v; return f(argc); }" >a.c'
both_succeed '$CC --coverage -c a.c -o coverage.o'
both_succeed '$CC --coverage a.c -o coverage && ./coverage && ls && llvm-cov-19 gcov -t *.gcda'
differing_files='\.(gcda|profraw|profdata)$'  # hold stamps and addresses
both_succeed '$CC -fprofile-instr-generate -fcoverage-mapping a.c -o profile && LLVM_PROFILE_FILE=p.profraw ./profile'
both_succeed '$CC -fprofile-generate -O2 -c a.c -o generate.o && $CC -pg -c a.c -o pg.o && $CC -pg a.c -o pg'
both_succeed 'llvm-profdata-19 merge p.profraw -o p.profdata && $CC -O2 -fprofile-instr-use=p.profdata -c a.c -o use.o'
both_succeed '$CC -fsanitize=address,undefined -O1 a.c -o asan && ./asan'
both_succeed '$CC -g -fsanitize=thread a.c -o tsan -c && $CC -fsanitize=memory -c a.c -o msan.o && $CC -fsanitize=fuzzer-no-link -c a.c -o fuzz.o'
both_succeed '$CC -finstrument-functions -c a.c -o calls.o && $CC -fxray-instrument -fxray-instruction-threshold=1 -c a.c -o xray.o'
both_succeed '$CC -fstack-protector-all -fcf-protection=full -fstack-clash-protection -D_FORTIFY_SOURCE=2 -O2 a.c -o hard && ./hard'
both_succeed '$CC -fstack-size-section -funique-internal-linkage-names -fbasic-block-sections=all -fsplit-machine-functions -O2 -c a.c -o sections.o'
both_succeed 'echo "int main(void) { int n = 0;
#pragma omp parallel for reduction(+:n)
for (int i = 0; i < 100; ++i) n += i;
return n != 4950; }" >omp.c; $CC -fopenmp -c omp.c && $CC -fopenmp-simd -O2 -c omp.c -o simd.o'
[ ! -e /usr/lib/llvm-19/lib/libomp.so ] || both_succeed '$CC -O2 -fopenmp omp.c -o omp && ./omp'
for file in coverage profile pg asan hard; do expect_kept $file 1 1; done
