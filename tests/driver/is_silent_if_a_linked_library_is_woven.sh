echo 'int f(void) { return 0; }' >inner.c
echo 'int f(void); int main(void) { return f(); }' >main.c
expect_status 0 cutaway-cc --inside inner.c -fPIC -shared inner.c -o libinner.so
expect_status 0 cutaway-cc --inside inner.c main.c -L. -linner -o by_name
[ ! -s err ] || fail "unexpected: $(cat err)"
expect_status 0 cutaway-cc --inside inner.c main.c ./libinner.so -o by_file
[ ! -s err ] || fail "unexpected: $(cat err)"
