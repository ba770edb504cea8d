source "$CUTAWAY_SOURCE/tests/support/against_clang.sh"
differing_files='\.(bc|s)$'  # they show the mark on its way into the object
both_succeed 'echo "int main(void) { return 0; }" >a.c'
both_succeed '$CC -O2 -save-temps -c a.c'
both_succeed 'mkdir d; $CC -save-temps=obj a.c -o d/a && d/a'
both_succeed '$CC -pipe -c a.c -o pipe.o'
expect_kept a.o 1 0
expect_kept d/a 1 1
