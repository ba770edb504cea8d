# An inline free function of a header is no border of a zoom, unless functions are.
cat >bits.h <<'CODE'
__attribute__((noinline)) static int low(int v) { return v & 7; }
CODE
cat >main.c <<'CODE'
#include <stdio.h>
#include "bits.h"
int main(int argc, char** argv) { return printf("%d\n", low(argc * 11)) < 0; }
CODE
source "$CUTAWAY_SOURCE/tests/weave/project.inc"
cutaway-cc -O1 main.c -o app
cutaway record -q --force -o big.cut --whole-program -- ./app
if cutaway zoom big.cut --inside bits.h -o small.cut 2>err; then fail "zoomed to inline code"; fi
expect_text err 'belongs to whoever calls it'
expect_text err 'zoom-by function'
cutaway record -q --force -o big.cut --zoom-by function --whole-program -- ./app
cutaway zoom big.cut --inside bits.h -o small.cut
cutaway replay small.cut
