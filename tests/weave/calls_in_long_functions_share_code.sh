# What weaving makes of calls is there once for a long function (pass/rules/shared_calls.h). A debugger still steps into
# an inside function of another file, which only the linker knows, and says from which line.
source "$CUTAWAY_SOURCE/tests/weave/project.inc"
cat >callee.cc <<'CODE'
#include <stdexcept>
long in_callee(long v) {
  if (v == 0)
    throw std::runtime_error("zero");
  return v * 3;
}
CODE
(
  echo '#include <cstdio>'
  echo 'long in_callee(long);'
  echo 'long in_long(long v) {'
  awk 'BEGIN { for (i = 1; i < 300; i++) printf "  v = (v ^ %d) %% 977 + 1;\n  v += in_callee(v + %d);\n  std::printf(\"%%ld\\n\", v);\n", i * 7, i }'
  echo '  return v;'
  echo '}'
  echo 'int main(int argc, char**) { std::printf("%ld\n", in_long(argc)); }'
) >long.cc
cutaway-c++ -O2 -g -c long.cc && cutaway-c++ -O2 -g -c callee.cc && cutaway-c++ long.o callee.o -o app
./app >plain.out
cutaway record -q -o run.cut --inside 'in_*' -- ./app >recorded.out
diff plain.out recorded.out
cutaway replay run.cut
nm "$(cutaway weave -q --inside 'in_*' ./app)" >symbols
for name in _Z9in_calleel.target _Z9in_calleel.outcall printf.target printf.outcall; do expect_text symbols $name; done
cutaway zoom run.cut --inside in_callee -o small.cut
cutaway replay small.cut
printf '%s\n' 'break long.cc:68' continue 'delete' step backtrace 'kill' quit |
  cutaway replay --gdb run.cut >session 2>&1 || true
expect_text session 'in_callee (v='
expect_text session 'callee.cc:2'
expect_text session 'at long.cc:68'
