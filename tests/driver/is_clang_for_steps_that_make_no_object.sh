source "$CUTAWAY_SOURCE/tests/support/against_clang.sh"
both_succeed 'echo "#define N 3" >n.h; printf "#include \"n.h\"\n#include <stddef.h>\nint f(size_t n) { return n * N; }\n" >a.c'
both_succeed 'cp a.c b.cpp'
both_succeed '$CC -E a.c'
both_succeed '$CC -E -dM a.c -o a.i'
both_succeed '$CC -O2 -S a.c -o -'
both_succeed '$CC -g -S a.c b.cpp'
both_succeed '$CC -M a.c && $CC -MM a.c && $CC -MM -MT x.o -MF a.d a.c && $CC -M -MG -MP a.c'
both_succeed '$CXX -fsyntax-only -Wall a.c b.cpp'
both_succeed '$CC -O1 -emit-llvm -c a.c -o a.bc && $CC -emit-llvm -S a.c b.cpp'
both_succeed '$CXX --analyze -Xclang -analyzer-output=text b.cpp'
for option in '-###' --version -v -dumpmachine -dumpversion -print-search-dirs -print-resource-dir -print-libgcc-file-name \
  -print-file-name=libc.so -print-prog-name=ld -print-multi-os-directory -print-target-triple --print-supported-cpus \
  --help -fuse-ld=nowhere -cc1 "-cc1 -version"; do
  both "\$CC $option </dev/null"
  both "\$CXX $option </dev/null"
done
both_succeed '$CC "-###" -c a.c'
both_fail '$CC'
both_fail '$CC -c'
both_fail '$CC -c missing.c'
both_fail '$CC --no-such-option -c a.c'
[ "$(kept_count)" -eq 0 ] || fail "something was kept: $(find "$CUTAWAY_STORE" -type f)"
