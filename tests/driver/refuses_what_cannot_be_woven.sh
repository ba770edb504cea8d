echo 'int main(void) { return 0; }' >a.c
expect_status 2 cutaway-cc --inside main -flto=thin a.c
expect_text err "cutaway-cc: error: -flto=thin: "
expect_text err "hint: "
expect_status 0 cutaway-cc --inside main -flto -fno-lto -c a.c
expect_status 2 cutaway-cc --inside main -m32 -c a.c
expect_text err "only x86-64"
expect_status 2 cutaway-cc --inside main -fsanitize=undefined,address -c a.c
expect_text err "-fsanitize=undefined,address: a program with AddressSanitizer is woven when it is recorded"
expect_status 2 cutaway-cc --inside main -fsanitize=thread -c a.c
expect_text err "-fsanitize=thread: its runtime needs the addresses"
expect_status 0 cutaway-cc --inside main -fsanitize=undefined -fsanitize=address -fno-sanitize=address -c a.c
expect_status 0 cutaway-cc -fsanitize=address -c a.c
expect_status 2 cutaway-cc a.c --inside
expect_text err "--inside: a value is missing"
expect_status 2 cutaway-cc --plan missing.json a.c
expect_text err "missing.json: No such file"
echo '{"inside": "a.c"}' >wrong.json
expect_status 2 cutaway-cc --plan wrong.json a.c
expect_text err '"inside" is not a list of strings'
echo '{"inside": ["main"]}' >plan.json
expect_status 2 cutaway-cc --plan plan.json -fsanitize=address -fsanitize-address-use-after-return=always -c a.c
expect_text err "its checks are not those that can be replayed"
