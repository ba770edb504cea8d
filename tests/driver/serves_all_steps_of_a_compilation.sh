# Every way in which build systems call a compiler works with patterns, without any warning.
export CUTAWAY_INSIDE=twice
echo 'int twice(int x) { return 2 * x; }' >twice.c
echo 'extern "C" int twice(int); int main() { return twice(21) - 42; }' >main.cpp
printf '.globl nothing\n.section .note.GNU-stack,"",@progbits\n' >nothing.s
quietly() {
  expect_status 0 "$@"
  [ ! -s err ] || fail "$*: $(cat err)"
}
quietly cutaway-cc -Werror -E twice.c -o twice.i
quietly cutaway-cc -Werror -M twice.c
expect_text out "twice.c"
quietly cutaway-cc -Werror -S twice.c -o twice.s
quietly cutaway-cc -Werror -c twice.s -o from_s.o
quietly cutaway-cc -Werror -MMD -MF twice.d -c twice.c nothing.s
expect_text twice.d "twice.c"
quietly cutaway-c++ -Werror -x c++ -c - -o main.o <main.cpp
for twice in from_s.o twice.o; do
  quietly cutaway-c++ main.o $twice nothing.o -o linked
  ./linked
done
quietly cutaway-c++ main.cpp -x c twice.c -o at_once
./at_once
echo "main.o twice.o -o by_response_file" >link.rsp
quietly cutaway-c++ @link.rsp
./by_response_file
expect_status 0 cutaway-cc -v
expect_text err 'clang version 19'
