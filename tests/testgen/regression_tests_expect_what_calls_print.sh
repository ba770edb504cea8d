# What calls print to standard output is expected, also if a text that they are given is long and not ASCII.
cat >sign.h <<'CODE'
class Sign {
 public:
  void show(const char* text) const;
};
CODE
cat >sign.cpp <<'CODE'
#include "sign.h"
#include <cstdio>
void Sign::show(const char* text) const { std::printf("[%s]\n", text); }
CODE
cat >main.cpp <<'CODE'
#include "sign.h"
#define TEN "Zürich 89 "
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN
int main() { Sign().show(HUNDRED HUNDRED HUNDRED HUNDRED); }
CODE
cutaway-c++ -g -O1 -std=c++17 main.cpp sign.cpp -o app
cutaway record -q --inside Sign -o run.cut -- ./app >out
cutaway testgen --regression run.cut -o tests >said
test=tests/sign_regression_test.cc
expect_text $test 'EXPECT_EQ(printed.text(), k_text2)'
expect_text tests/sign_regression_test_text2.inc '"[Z'
build() { (cd tests && eval "$(sed -n 's|^//   ||p' sign_regression_test.cc)"); }
build
tests/sign_regression_test >out
sed -i 's/"\[%s\]/"<%s>/' sign.cpp
build
expect_status 1 tests/sign_regression_test
expect_text out 'FAILED'
