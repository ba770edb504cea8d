# A unit that would keep one processor busy alone is compiled in two parts. Both use its local names, which two
# units may share. A unit with assembler, which may name symbols by itself, keeps all of them.
source "$CUTAWAY_SOURCE/tests/weave/project.inc"
bulk() {  # functions that no two units share, enough of them to be worth two processes
  awk -v unit=$1 'BEGIN { srand(unit)
    for (i = 0; i < 380; i++) {
      printf "static long step%d(long v, const char* t) { ", i
      for (j = 0; j < 6; j++) printf "v = (v ^ %d) * %d + t[v & 3]; ", rand() * 2^31, rand() * 2^31
      print "return v; }" }
    printf "static long (*const steps[])(long, const char*) = {"
    for (i = 0; i < 380; i++) printf "step%d, ", i
    print "};" }'
}
cat >parts.inc <<'CODE'
#include <cstdio>
#include <stdexcept>
#include <string>
namespace {
struct Shape {
  virtual ~Shape() = default;
  virtual long area() const = 0;
};
struct Square : Shape {
  explicit Square(long side) : side(side) {}
  long area() const override { return side * side; }
  long side;
};
}  // namespace
static int counter = 3;
static thread_local int per_thread = 5;
static const char* const names[] = {"zero", "one", "two", "three"};
static long aliased(long v) { return v * 3 + counter; }
static long alias_of(long v) __attribute__((alias("_ZL7aliasedl"), used));
static long jump(long v) {
  static const void* const labels[] = {&&even, &&odd};
  goto* labels[v & 1];
even:
  return v / 2;
odd:
  return v * 3 + 1;
}
static long thrower(long v) {
  static std::string last = "none";
  if (v % 5 == 0) throw std::runtime_error(last + names[v & 3]);
  last = names[v & 3];
  return v;
}
__attribute__((noinline)) long UNIT(long v) {
  long sum = 0;
  for (long i = 0; i < 380; i++) sum += steps[i](v + i, names[i & 3]);
  for (int i = 0; i < 12; i++) {
    Square square(i);
    const Shape& shape = square;
    try {
      sum += shape.area() + thrower(i) + alias_of(i) + jump(i) + (per_thread += i) + counter++;
    } catch (const std::exception& problem) {
      sum += std::string(problem.what()).size();
    }
  }
  ASSEMBLER
  std::printf("%s %ld\n", names[sum & 3], sum);
  return sum;
}
CODE
cat >first.inc <<'CODE'
long second(long);
int main(int argc, char**) { return (first(argc) + second(argc) * 3) & 63; }
CODE
touch second.inc
expect_replay() {  # OPTION...: recording with these changes nothing, and it replays
  local status=0 recorded=0
  ./app >plain.out || status=$?
  cutaway record -q --force -o run.cut "$@" -- ./app >recorded.out || recorded=$?
  diff plain.out recorded.out
  [[ $status == $recorded ]] || fail "exit status $recorded instead of $status"
  cutaway replay run.cut
  nm "$(cutaway weave -q "$@" ./app)" >symbols
}
both=(--inside first.cc --inside second.cc)
build() {  # LEVEL ASSEMBLER
  for unit in first second; do
    (bulk ${#unit} && cat parts.inc $unit.inc) >$unit.cc
    cutaway-c++ -O$1 -DUNIT=$unit "-DASSEMBLER=$2" -c $unit.cc -o $unit.o
  done
  cutaway-c++ first.o second.o -o app
}
expect_parts() { [[ $(nproc) == 1 ]] || expect_text symbols .cutaway.part.; }
for level in 0 2; do
  build $level ''
  for unit in first second; do cutaway weave -q --inside $unit.cc ./app; done  # each alone is in parts
  expect_replay "${both[@]}"
  expect_parts
  cutaway zoom run.cut --force --inside first.cc -o small.cut
  cutaway replay small.cut
done
expect_replay --inside first  # most of the code is outside
expect_parts
build 2 'asm volatile("nop");'
expect_replay --inside first.cc
expect_no_text symbols .cutaway.part.
