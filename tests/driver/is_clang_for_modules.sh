source "$CUTAWAY_SOURCE/tests/support/against_clang.sh"
differing_files='\.idx$'  # holds times
both_succeed 'echo "export module m; export int twice(int n) { return 2 * n; }" >m.cppm
  echo "import m; int main() { return twice(0); }" >main.cpp'
both_succeed '$CXX -std=c++20 --precompile m.cppm -o m.pcm && $CXX -std=c++20 -c m.pcm -o m.o'
both_succeed '$CXX -std=c++20 -fprebuilt-module-path=. main.cpp m.o -o program && ./program'
expect_kept program 2 1
both_succeed '$CXX -std=c++20 -fmodule-output -c m.cppm -o n.o && $CXX -std=c++20 -fmodule-file=m=n.pcm -c main.cpp'
both_succeed 'mkdir h; echo "module M { header \"m.h\" export * }" >h/module.modulemap; echo "static inline int one(void) { return 1; }" >h/m.h
  printf "#include \"m.h\"\nint main(void) { return one() - 1; }\n" >main.c'
both_succeed '$CC -fmodules -fmodules-cache-path=cache -Ih main.c -o implicit && ./implicit && find cache -name "*.pcm" | sed "s/-[A-Z0-9]*\.pcm//"'
expect_kept implicit 1 1
