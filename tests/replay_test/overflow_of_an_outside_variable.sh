# A variable of the outside has a stand-in in a replay test. AddressSanitizer knows where it ends, as in the program.
cat >table.h <<'E'
extern const char g_table[12];
int look_up(int index);
E
cat >table.cc <<'E'
#include "table.h"
extern const char g_table[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
E
cat >reader.cc <<'E'
#include "table.h"
int look_up(int index) {
#ifdef MENDED
  if (index >= 12) return 0;
#endif
#ifdef WORSE
  if (index >= 12) index += 8;
#endif
  return g_table[index];
}
E
cat >main.cc <<'E'
#include <cstdio>
#include "table.h"
int main() {
  int sum = 0;
  for (int i = 0; i < 200; ++i) sum += look_up(i % 12);
  std::printf("%d\n", sum + look_up(12));
}
E
cutaway-c++ -g -O1 -fsanitize=address table.cc reader.cc main.cc -o app
cutaway debug -q --inside reader.cc -- ./app >said 2>&1
cutaway testgen debug.cut/1 -o tests --kind replay >said
expect_text said 'fails as recorded'
cd tests
# Without the file that has the variable.
build() { eval "$(sed -n 's|^//   ||p' *_test.cc | grep -v 'table\.cc' | sed "s/ table\.woven\.o//; s/^cutaway-c++ /cutaway-c++ $1 /")"; }
build -g
if ./*_test >out 2>&1; then fail 'the test passes'; fi
expect_text out 'fails_as_recorded'
expect_text out 'global-buffer-overflow'
# There the recording does not know what AddressSanitizer has behind it.
build -DWORSE
if ./*_test >out 2>&1; then fail 'the test passes with an overflow that is farther away'; fi
expect_text out 'global-buffer-overflow'
build -DMENDED
./*_test >out 2>&1
