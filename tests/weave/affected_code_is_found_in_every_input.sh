# The user's object may be in an archive, a combined object or a shared library.
source "$CUTAWAY_SOURCE/tests/weave/affected.inc"
cat >part.h <<'CODE'
struct Part { explicit Part(int v) : v(v) {} int get() const { return v * 7; } int v; };
CODE
cat >part.cc <<'CODE'
#include "part.h"
static int state = 3;
__attribute__((noinline)) int rest(int v) { return state += v; }
int affected(int v) { Part part(v); return part.get() + rest(v) + state++; }
CODE
awk 'BEGIN { for (i = 0; i < 100; i++) printf "long bulk%d(long v) { for (int i = 0; i < v; i++) v = v * %d ^ i; return v; }\n", i, i + 3 }' >>part.cc
cat >main.cc <<'CODE'
#include <cstdio>
int affected(int);
int rest(int);
int main() { std::printf("%d %d %d\n", affected(3), rest(4), affected(5)); }
CODE
cutaway-c++ -O2 -c main.cc -o main.o
check() { expect_no_difference --inside Part && expect_affected 1; }
cutaway-c++ -O2 -c part.cc -o part.o
cutaway-c++ main.o part.o -o app && check
ar rc libpart.a part.o && cutaway-c++ main.o -L. -lpart -o app && check
ar rcT thin.a part.o && cutaway-c++ main.o thin.a -o app && check
cutaway-c++ -r part.o -o combined.o && cutaway-c++ main.o combined.o -o app && check
cutaway-c++ -O2 -ffunction-sections -fvisibility=hidden -c part.cc -o part.o
cutaway-c++ -Wl,--gc-sections main.o part.o -o app && check
[[ -z $(type -P ld.lld-19) ]] || { cutaway-c++ -fuse-ld=lld-19 main.o part.o -o app && check; }
rm libpart.a thin.a combined.o
cutaway-c++ -O2 -fPIC -c part.cc -o part.o
cutaway-c++ -shared part.o -o libpart.so && cutaway-c++ main.o -L. -lpart -Wl,-rpath,$PWD -o app && check
cutaway-c++ -O2 -fPIC -fno-semantic-interposition -c part.cc -o part.o  # refers to itself by local labels
cutaway-c++ -shared part.o -o libpart.so && expect_no_difference --inside Part && expect_affected 0
