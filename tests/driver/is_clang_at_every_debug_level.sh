source "$CUTAWAY_SOURCE/tests/support/against_clang.sh"
both_succeed 'echo "struct S { virtual ~S() {} int n; }; template <class T> int f(T t) { return t.n; } int main() { S s{}; return f(s); }" >a.cpp
  echo "static int n; int main(void) { return n; }" >a.c'
for level in '' -g -g0 -g1 -g3 -gdwarf-5 '-gdwarf-4 -gz' -gline-tables-only -ggdb3 '-g -gsplit-dwarf' '-g -g0' '-g0 -g' -gsplit-dwarf -gz \
  -gdwarf64 '-gdwarf64 -g' -gno-column-info '-g -fstandalone-debug' -glldb -gmodules -gstrict-dwarf -gembed-source -gfull -fdebug-types-section; do
  name=$(echo "$level" | tr -d ' ')
  both "\$CC $level -O2 -c a.c -o a$name.o"
  both "\$CXX $level a.cpp -o b$name.o -c"
  [ "$last_status" -ne 0 ] || expect_kept b$name.o 1 0
done
both_succeed '$CXX -g -gsplit-dwarf a.cpp -o split && ./split'
expect_kept split 1 1
both_succeed '$CC -g -ffile-prefix-map=$PWD=/x -c a.c -o mapped.o'
