# A text that nobody would read in a test is in a file beside it, and the test is the same: it fails today, passes when mended.
cat >reader.h <<'E'
#include <string>
int depth_of(const std::string& text);
E
cat >reader.cc <<'E'
#include "reader.h"
#include <cstdlib>
int depth_of(const std::string& text) {
  int depth = 0;
  size_t letters = 0;
  for (char c : text) {
    if (c == '(') ++depth;
    else if (c == ')') --depth;
    else if (c != '\n') ++letters;
#ifdef MENDED
    if (depth < 0) return -1;
#else
    if (letters > 600 && depth < 0) abort();
#endif
  }
  return depth;
}
E
cat >main.cc <<'E'
#include "reader.h"
int main() {
  std::string text;
  for (int i = 0; i < 20; ++i) depth_of("(a)(b(c))");
  for (int i = 0; i < 40; ++i) text += "a line of some text, " + std::to_string(i) + "\n";
  return depth_of(text + ")");
}
E
cutaway-c++ -g -O1 -std=c++17 reader.cc main.cc -o app
cutaway debug -q --no-state --no-values --inside reader.cc -- ./app >said 2>&1
cutaway testgen debug.cut/1 -o tests >said
expect_text said 'text1.inc; built; fails as recorded'
expect_text tests/*_test.cc 'depth_of(k_text1)'
expect_text tests/*_test.cc '// "a line of some text, 0\n'
expect_text tests/*_text1.inc '"a line of some text, 39\n"'
cd tests
test "$(wc -l <*_test.cc)" -le 40 || fail "the test is long"
for mended in '' -DMENDED; do
  eval "$(sed -n 's|^//   ||p' ./*_test.cc | sed "s/g++ /g++ -Wall -Wextra -Werror $mended /")"
  status=0
  ./*_test >out 2>&1 || status=$?
  test "$status" -eq "$([ -z "$mended" ] && echo 134 || echo 0)" || fail "$mended: exit status $status"
done
cutaway testgen ../debug.cut/1 -o . >said 2>&1 && fail "files were replaced"
cutaway testgen --force ../debug.cut/1 -o . >said
cutaway testgen --json --force ../debug.cut/1 -o . >said
expect_text said '"beside":["./reader_abort_test_text1.inc"]'
