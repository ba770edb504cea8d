source "$CUTAWAY_SOURCE/tests/support/against_clang.sh"
both_succeed 'echo "int f(void) { return x; }" >wrong.c; echo "int g(int n) { int unused; return n; }" >warn.c
  echo "int h(void) { __asm__(\"no_such_instruction\"); return 0; }" >asm.c; echo "int good(void) { return 0; }" >good.c'
both_fail '$CC -c wrong.c'
both_fail '$CC -c missing.c'
both_fail '$CC -Wall -Werror -c warn.c'
both_fail '$CC -fno-color-diagnostics -fdiagnostics-format=msvc -c wrong.c'
both_fail '$CC -fcolor-diagnostics -c wrong.c'
both_fail 'echo "#error no" | $CC -x c -c - -o x.o'
both_fail '$CC -o program wrong.c'
[ "$(find "$CUTAWAY_STORE" -name '*.bc' | wc -l)" -eq 0 ] || fail "bitcode was kept of files that do not compile"
both_fail '$CC -c asm.c'
both_fail '$CC -O2 -g -c asm.c'
both_fail '$CC -c good.c wrong.c && ls'
both_fail '$CC good.c -o no_main'
both_fail '$CC -c good.c -o missing/good.o'
both_fail '$CC -c good.c wrong.c -o one.o'
both 'ulimit -t 1; echo "template<int n> struct A { A<n+1> a; }; A<0> a;" | $CXX -ftemplate-depth=50 -x c++ -c - -o x.o'
