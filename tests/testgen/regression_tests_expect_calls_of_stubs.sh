# What the inside asks of functions that are not linked is expected, too: how often, and with which numbers.
cat >bell.h <<'CODE'
bool ring(int times, const char* who);
CODE
cat >bell.cpp <<'CODE'
#include "bell.h"
#include <cstdio>
bool ring(int times, const char* who) { return std::printf("%s %d\n", who, times) > 0; }
CODE
cat >door.h <<'CODE'
class Door {
 public:
  bool knock(int times);
};
CODE
cat >door.cpp <<'CODE'
#include "door.h"
#include "bell.h"
bool Door::knock(int times) { return ring(times + 1, "Ann") && ring(2 * times, "Bob"); }
CODE
cat >main.cpp <<'CODE'
#include "bell.h"
#include "door.h"
int main() {
  ring(0, "nobody");
  Door door;
  return door.knock(2) && door.knock(5) ? 0 : 1;
}
CODE
cutaway-c++ -g -O1 -std=c++17 main.cpp door.cpp bell.cpp -o app
cutaway record -q --inside Door -o run.cut -- ./app >out
cutaway testgen --regression run.cut -o tests >said
test=tests/door_regression_test.cc
expect_text $test 'EXPECT_TRUE(door.knock(5));'
expect_text $test 'static const int expected1[] = {3, 4, 6, 10};'
expect_text $test 'EXPECT_EQ(ring_calls, 4u);'
build() { (cd tests && eval "$(sed -n 's|^//   ||p' door_regression_test.cc)"); }
build
tests/door_regression_test >out
sed -i 's/2 \* times/3 * times/' door.cpp
build
expect_status 1 tests/door_regression_test
expect_text out 'ring_surprises'
