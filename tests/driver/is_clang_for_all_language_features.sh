# Objects are those of clang to the last byte, though debug information came and went.
source "$CUTAWAY_SOURCE/tests/support/against_clang.sh"
programs=$CUTAWAY_SOURCE/tests/programs
for source in "$programs"/{exception_[nrt]*,virtual_*,lambdas,templates,coroutines_outside,big_results_and_moves,thread_local_with*}.cc \
  "$programs"/{atomic_*,structs_*,alloca*,inline_asm_*,int128*,setjmp*,va_list*,weak_*}.c; do
  for level in 0 2; do
    [ "${source##*.}" = c ] && compiler='$CC -std=gnu17' || compiler='$CXX -std=gnu++20'
    both_succeed "$compiler -w -O$level -c $source -o object.o"
    expect_kept object.o 1 0
  done
done
