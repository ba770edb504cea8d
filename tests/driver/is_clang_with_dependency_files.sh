source "$CUTAWAY_SOURCE/tests/support/against_clang.sh"
both_succeed 'echo "#define N 3" >n.h; echo "#include \"n.h\"
int f(void) { return N; }" >a.c; cp a.c b.c'
both_succeed '$CC -MD -c a.c'
both_succeed '$CC -MMD -MF x.d -MT target -c a.c -o x.o'
both_succeed '$CC -MD -MP -MQ "a b" -c a.c b.c'
both_succeed '$CC -Wp,-MD,y.d -c a.c -o y.o'
both_succeed '$CC -MMD -S a.c -o z.s'
expect_kept x.o 1 0
expect_kept b.o 1 0
