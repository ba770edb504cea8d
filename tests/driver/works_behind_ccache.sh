# A hit gives the object with its mark.
command -v ccache >/dev/null || exit 77
source "$CUTAWAY_SOURCE/tests/support/against_clang.sh"
export CCACHE_DIR=$PWD/ccache CCACHE_NOHASHDIR=1
both_succeed 'echo "#include <stdio.h>
int main(void) { return printf(\"x\") - 1; }" >a.c'
for pass in miss hit; do
  both_succeed "ccache \$CC -Wall -O2 -c a.c -o $pass.o && \$CC $pass.o -o $pass && ./$pass"
  expect_kept $pass.o 1 0
  expect_kept $pass 1 1
done
both_succeed 'ccache $CC -g -MD -MF a.d -c a.c && ccache $CC -g -MD -MF a.d -c a.c && cat a.d'
both_fail 'echo "int x = y;" >wrong.c; ccache $CC -c wrong.c'
[ "$(ccache --print-stats | awk '$1 == "direct_cache_hit" || $1 == "preprocessed_cache_hit" {n += $2} END {print n}')" -ge 4 ] ||
  fail "$(ccache -s)"
