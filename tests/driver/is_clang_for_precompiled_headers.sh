source "$CUTAWAY_SOURCE/tests/support/against_clang.sh"
both_succeed 'printf "#pragma once\n#include <vector>\ninline int size(const std::vector<int>& v) { return v.size(); }\n" >all.h
  echo "int main() { return size({}); }" >main.cpp; touch -d 2020-01-01 all.h'
both_succeed '$CXX -x c++-header all.h -o all.h.pch && $CXX -include-pch all.h.pch -c main.cpp -o by_pch.o'
both_succeed '$CXX -include all.h main.cpp -o by_include && ./by_include'
both_succeed '$CXX -include all.h -c -g main.cpp -o debug.o; rm all.h.pch'
both_succeed '$CXX -x c++-header -g -O2 all.h && $CXX -g -O2 -include-pch all.h.pch main.cpp -o debug && ./debug'
expect_kept by_pch.o 1 0
expect_kept by_include 1 1
expect_kept debug 1 1
# As CMake does it.
both_succeed '$CXX -x c++-header -Winvalid-pch -Xclang -emit-pch -o cmake.pch -c all.h &&
  $CXX -Winvalid-pch -Xclang -include-pch -Xclang cmake.pch -Werror -c main.cpp -o cmake.o'
expect_kept cmake.o 1 0
# A header of one compiler serves the other.
clang++-19 -x c++-header drivers.tree/all.h -o theirs.pch
cutaway-c++ -x c++-header drivers.tree/all.h -o ours.pch
cutaway-c++ -include-pch theirs.pch -c drivers.tree/main.cpp -o with_theirs.o
clang++-19 -include-pch ours.pch -c drivers.tree/main.cpp -o with_ours.o
