# What calls write to variables, streams and files that they are given is expected, too.
cat >meter.h <<'CODE'
#include <cstdio>
#include <ostream>
#include <string>
class Meter {
 public:
  bool parse(const char* begin, const char* end);
  bool read(int* value, std::string& unit) const;
  void print(std::ostream& out) const;
  void save(std::FILE* file) const;
 private:
  int value_ = 0;
};
CODE
cat >meter.cpp <<'CODE'
#include "meter.h"
bool Meter::parse(const char* begin, const char* end) {
  value_ = 0;
  for (; begin != end; ++begin) value_ = 10 * value_ + (*begin - '0');
  return value_ > 0;
}
bool Meter::read(int* value, std::string& unit) const { *value = value_; unit = "m"; return true; }
void Meter::print(std::ostream& out) const { out << "at " << value_; }
void Meter::save(std::FILE* file) const { std::fprintf(file, "meter %d\n", value_); }
CODE
cat >main.cpp <<'CODE'
#include "meter.h"
#include <iostream>
int main() {
  Meter meter;
  char text[] = {'4', '2', '7'};
  meter.parse(text, text + 2);
  int value = 0;
  std::string unit;
  meter.read(&value, unit);
  meter.print(std::cout);
  meter.save(stdout);
}
CODE
cutaway-c++ -g -O1 -std=c++17 main.cpp meter.cpp -o app
cutaway record -q --inside Meter -o run.cut -- ./app >out
cutaway testgen --regression run.cut -o tests >said
test=tests/meter_regression_test.cc
expect_text $test 'const char begin[] = "42";'
expect_text $test 'EXPECT_TRUE(meter.parse(begin, begin + 2));'
expect_text $test 'EXPECT_EQ(value, 42);'
expect_text $test 'EXPECT_EQ(unit, "m");'
expect_text $test 'EXPECT_EQ(stream.str(), "at 42");'
expect_text $test 'EXPECT_EQ(content_of(file), "meter 42\n");'
build() { (cd tests && eval "$(sed -n 's|^//   ||p' meter_regression_test.cc)"); }
build
tests/meter_regression_test >out
sed -i 's/"at "/"is at "/; s/unit = "m"/unit = "km"/; s/meter %d/metre %d/' meter.cpp
build
expect_status 1 tests/meter_regression_test
expect_text out 'is at 42'
expect_text out '"km"'
expect_text out 'metre 42'
