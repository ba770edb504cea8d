source "$CUTAWAY_SOURCE/tests/support/against_clang.sh"
both_succeed 'printf ".globl g\ng: ret\n.section .note.GNU-stack,\"\",@progbits\n" >g.s; sed "s/ret/RET/; 1i#define RET ret" g.s >h.S
  echo "void g(void); int main(void) { g(); return 0; }" >main.c'
both_succeed '$CC -c -Werror g.s h.S && $CC -x assembler -c g.s -o x.o && $CC -x assembler-with-cpp -c h.S -o y.o'
both_succeed '$CC -Werror main.c g.s -o mixed && ./mixed'
expect_kept mixed 1 1
both_succeed '$CC -Werror g.o main.c h.S -Wl,-z,muldefs -o three && ./three'
both_succeed '$CC -g -c g.s -o debug.o && $CC -Wa,--noexecstack -c g.s -o wa.o'
both_succeed '$CC -c -fno-integrated-as main.c -o gas.o && $CC -c -masm=intel main.c -o intel.o'
expect_kept gas.o 1 0
both_succeed 'printf "asm(\".intel_syntax noprefix\\\\n.section own\\\\n.ascii \\\\\"x\\\\\"\"); int k;\n" >own.c; $CC -c own.c'
# IR has the debug information that it has, whatever -g says.
both_succeed '$CC -g -emit-llvm -c main.c -o main.bc && $CC -emit-llvm -S main.c -o main.ll'
both_succeed '$CC -c main.bc -o from_bc.o && $CC -c main.ll -o from_ll.o && $CC -O2 main.bc g.s -o from_ir && ./from_ir'
