echo 'int f(void) { return 0; } int main(void) { return f(); }' >a.c
expect_status 0 cutaway-cc --inside f -no-pie a.c -o a
expect_text err "-no-pie: a cannot be recorded"
expect_status 0 cutaway-cc --inside f a.c -o a
[ ! -s err ] || fail "unexpected: $(cat err)"
