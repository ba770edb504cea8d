# libstdc++ keeps std::string in its shared library; what the inside calls of it is inside.
cat >greet.cpp <<'CODE'
#include <cstdio>
#include <string>
std::string greet(const char* name) { return std::string("hello, ").append(name).insert(0, ">").substr(1); }
int main() { return std::puts(greet("world, and everybody else in it").c_str()) < 0; }
CODE
for standard in 11 17 20; do
  for level in 0 2; do
    cutaway-c++ -std=c++$standard -O$level --inside greet greet.cpp -o greet
    cutaway record -q --force -o greet.cut -- ./greet >out
    expect_text out 'hello, world'
    cutaway replay greet.cut
    cutaway show greet.cut >events
    expect_no_text events 'calls std::'
  done
done
