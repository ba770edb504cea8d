# libstdc++ keeps std::string in its shared library; woven files have members of their own.
cat >greet.cpp <<'CODE'
#include <string>
std::string greet(const char* name) { return std::string("hello, ").append(name).insert(0, ">"); }
CODE
for standard in 11 17 20; do
  cutaway-c++ -std=c++$standard -c greet.cpp -o plain.o
  cutaway-c++ -std=c++$standard --inside greet -c greet.cpp -o woven.o
  nm -C woven.o >symbols
  ! grep -q ' U std::__cxx11::basic_string' symbols || fail "C++$standard: $(grep ' U ' symbols)"
done
