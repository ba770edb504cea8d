# Where the user's object cannot stand for the rest, all of the unit is compiled again.
source "$CUTAWAY_SOURCE/tests/weave/affected.inc"
bulk() { awk 'BEGIN { for (i = 0; i < 100; i++) printf "long bulk%d(long v) { for (int i = 0; i < v; i++) v = v * %d ^ i; return v; }\n", i, i + 3 }'; }
build() {  # OPTIONS CODE: a unit with an inside function and this code
  (cat <<'CODE'; echo "$2"; bulk) >unit.cc
#include <cstdio>
struct Part { explicit Part(int v) : v(v) {} int get() const { return v * 7; } int v; };
int affected(int v) { Part part(v); return part.get() + 1; }
CODE
  echo 'int affected(int); int main() { return affected(2); }' >main.cc
  for unit in unit main; do cutaway-c++ $1 -c $unit.cc -o $unit.o; done
  cutaway-c++ $1 unit.o main.o -o app
}
expect_whole() { expect_no_difference --inside Part && expect_affected 0; }
build -O2 '' && expect_no_difference --inside Part && expect_affected 1  # but for the rest
build -O0 '' && expect_whole
build -O2 'asm(".globl nothing\nnothing:");' && expect_whole
build -O2 'int stamp() { int v; asm volatile("movl $3, %0" : "=r"(v)); return v; }' && expect_whole
build -O2 'extern "C" int (*pick())(int) { return affected; } int by_ifunc(int) __attribute__((ifunc("pick")));' && expect_whole
build -O2 'int jump(int v) { static const void* const to[] = {&&a, &&b}; goto* to[v & 1]; a: return 1; b: return 2; }' && expect_whole
build '-O2 -fsanitize=undefined' '' && expect_whole
build '-O2 -fsanitize=address' '' && expect_whole
build -O2 '' && expect_no_difference --inside unit.cc --inside main.cc && expect_affected 0  # nothing is left for the object
build -O2 '' && rm unit.o && expect_whole
build -O2 '' && cp app kept && build -O1 '' && mv kept app && expect_whole
build -O2 '' && strip -g --strip-unneeded unit.o && expect_no_difference --inside Part && expect_affected 1
