source "$CUTAWAY_SOURCE/tests/support/against_clang.sh"
both_succeed 'echo "int f(void) { return 1; }" >f.c; echo "int f(void); int main(void) { return f() - 1; }" >main.c'
both_succeed '$CC -c f.c main.c'
both_succeed '$CC f.o main.c -o mixed && ./mixed'
both_succeed '$CC f.c main.c && ./a.out'
expect_kept a.out 2 1
both_succeed '$CC -c -o - f.c >to_stdout.o'
both_succeed '$CC -x c -c - -o from_stdin.o <f.c'
both_succeed '$CC -xc -c - <f.c && mv ./-.o minus.o'
both_succeed '$CC -x c - -o at_once <main.c -x none f.o && ./at_once'
expect_kept from_stdin.o 1 0
expect_kept minus.o 1 0
expect_kept at_once 2 1
both_succeed '$CC -c f.c -o /dev/null && $CC -S f.c -o /dev/null && $CC f.c main.c -o /dev/null'
both_succeed "for name in 'a b' \"it's\" 'quo\"te' 'dol\$lar' \$'new\\nline' 'ünïcode' 'back\\slash' \$'byte\\xff' '%s%n'; do
  cp f.c ./\"\$name.c\"; \$CC -O1 -c -o ./\"\$name.o\" -- \"\$name.c\" && \$CC main.c -o ./\"\$name\" -Xlinker ./\"\$name.o\" && ./\"\$name\" || exit 1
done"
expect_kept $'new\nline.o' 1 0
expect_kept $'new\nline' 2 1
expect_kept 'quo"te' 2 1
both_succeed 'mkdir d; cp f.c d; $CC -c "$PWD/d/../d/f.c" -o d/f.o; cd d; $CC -c ../f.c'
both_succeed 'mkdir gone; cd gone; rmdir ../gone; $CC -c ../f.c -o /dev/null; true'
both_succeed '$CC -c -of.joined.o f.c; ls'
both_succeed '$CC -- main.c f.c && ./a.out'
both_succeed 'ln -sf f.c link.c; $CC -c link.c'
both_fail '$CC f.c main.c -o missing/folder/program'
