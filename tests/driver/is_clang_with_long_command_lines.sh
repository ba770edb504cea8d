# 300 kB: more than one argument or one variable may have.
source "$CUTAWAY_SOURCE/tests/support/against_clang.sh"
both_succeed 'echo "int main(void) { return MACRO_12000; }" >a.c; seq -f "-DMACRO_%.0f=0" 1 14000 >all.rsp; wc -c <all.rsp'
both_succeed '$CC $(cat all.rsp) a.c -o direct && ./direct'
both_succeed '$CC @all.rsp -c a.c && $CC @all.rsp a.o -o by_file && ./by_file'
both_succeed '$CC -DMACRO_12000=0 -DLONG=$(head -c 120000 /dev/zero | tr "\0" x) -c a.c -o one_argument.o'
expect_kept direct 1 1
expect_kept by_file 1 1
expect_kept one_argument.o 1 0
both_succeed 'for i in $(seq 60); do echo "int f_$i(void) { return $i; }" >f_$i.c; done; $CC -c f_*.c && $CC -DMACRO_12000=0 a.c f_*.o -o many && ./many'
expect_kept many 61 1
