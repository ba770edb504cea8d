# A store that cannot be written costs nothing but the later cut; the object says why.
echo 'int main(void) { return 0; }' >a.c
touch file
CUTAWAY_STORE=$PWD/file/store cutaway-cc a.c -o a 2>err
./a
[ ! -s err ] || fail "$(cat err)"
readelf -p .cutaway a >marks
expect_text marks 'lost 1 a.c:'
env -u CUTAWAY_STORE -u HOME cutaway-cc a.c -o b 2>err
./b
[ ! -s err ] || fail "$(cat err)"
