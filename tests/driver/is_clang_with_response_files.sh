source "$CUTAWAY_SOURCE/tests/support/against_clang.sh"
both_succeed 'echo "int printf(const char*, ...); int main(void) { return printf(TEXT) - 4; }" >"a b.c"'
both_succeed "echo '-DTEXT=\"\\\"it'\"'\"'s\\\"\" -O2' >inner.rsp; echo '@inner.rsp \"a b.c\" -c' >outer.rsp"
both_succeed '$CC @outer.rsp -o "a b.o" && ls'
both_succeed 'echo "\"a b.o\" -o program" >link.rsp; $CC @link.rsp && ./program'
expect_kept program 1 1
both_succeed 'printf "\n \t\n" >empty.rsp; $CC @empty.rsp -DTEXT="\"four\"" @empty.rsp "a b.c" -o other && ./other'
both 'echo "@self.rsp" >self.rsp; $CC @self.rsp -c "a b.c"'
both_fail '$CC @missing.rsp -c "a b.c"'
both_succeed 'cp "a b.c" @name.c; $CC -DTEXT="\"four\"" @name.c -o at && ./at'
