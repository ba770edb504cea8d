# The same failure, pinned by a death test, for doctest and Catch2, in the project's format; files are not replaced unasked.
cp "$CUTAWAY_SOURCE"/examples/search_tree/*.{cpp,h} .
cutaway-c++ -g -O1 -std=c++17 *.cpp -o app
cutaway debug -q --no-values --no-state --testgen tests --mode confirm -- ./app withdraw >said 2>&1
test=$(ls tests/*.cc)
expect_text "$test" 'DeathTest, '
expect_text "$test" 'EXPECT_EXIT({ '
expect_text "$test" 'testing::KilledBySignal(SIGSEGV)'
(cd tests && eval "$(sed -n 's|^//   ||p' *.cc)")
"${test%.cc}" >out
cutaway testgen debug.cut/1 -o other --framework doctest
expect_text other/*.cc '#include <doctest/doctest.h>'
expect_text other/*.cc 'TEST_CASE("SearchTree: KeysDoesNotCrash")'
expect_status 1 cutaway testgen debug.cut/1 -o other --framework doctest
expect_text err 'exists'
expect_status 1 cutaway testgen debug.cut/1 -o other --force --framework doctest --mode confirm --kind standalone
expect_text err 'only GoogleTest has tests of a process that dies'
# Of the whole program the test is a call of its main.
cutaway testgen debug.cut/run -o whole
expect_text whole/*_test.cc 'main_of_the_program(2, argv);'
(cd whole && eval "$(sed -n 's|^//   ||p' *_test.cc)")
if whole/*_test >out 2>&1; then fail 'the test of main passes'; fi
build() { eval "$(sed -n 's|^//   ||p' *.cc | sed 's/g++ /g++ -Wall -Wextra -Werror /')"; }
cutaway testgen debug.cut/1 -o catch --framework catch2
for folder in other catch; do
  (cd $folder && build)
  if $folder/*_test >out 2>&1; then fail "the test in $folder passes"; fi
  expect_text out 'SIGSEGV'
done
# The command in the header stays one line.
mkdir formatted
printf 'BasedOnStyle: Google\nIndentWidth: 7\nColumnLimit: 60\n' >formatted/.clang-format
cutaway testgen debug.cut/1 -o formatted
expect_text formatted/*.cc '       '
(cd formatted && build)
