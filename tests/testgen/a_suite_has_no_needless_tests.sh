# Recordings that cover nothing new are left out; the others are one program.
cp "$CUTAWAY_SOURCE"/examples/search_tree/{catalogue,search_tree}.{cpp,h} .
cat >main.cpp <<'CODE'
#include "search_tree.h"
int main(int argc, char**) {
  shop::SearchTree tree;
  for (int key : {5, 2, 8}) tree.insert(key);
  if (argc > 1) tree.remove(2);
  return tree.contains(5) ? 0 : 1;
}
CODE
cutaway-c++ -g -O1 -std=c++17 main.cpp search_tree.cpp -o app
cutaway record -q --inside shop::SearchTree -o one.cut -- ./app
cutaway record -q --inside shop::SearchTree -o same.cut -- ./app
cutaway record -q --inside shop::SearchTree -o more.cut -- ./app more
cutaway suite add suite one.cut same.cut >said
expect_text said 'one.cut: suite/search_tree_regression_1_test.cc: covers'
expect_text said 'same.cut: left out'
cutaway suite add suite more.cut >said
expect_text said 'more.cut: suite/search_tree_regression_2_test.cc: covers'
[ "$(ls suite/*.cc | wc -l)" = 2 ]
cat >CMakeLists.txt <<'CODE'
cmake_minimum_required(VERSION 3.25)
project(suite CXX)
enable_testing()
find_package(Cutaway REQUIRED)
add_subdirectory(suite)
CODE
echo 'include(suite.cmake)' >suite/CMakeLists.txt
cmake -G Ninja -B build -DCMAKE_PREFIX_PATH="$CUTAWAY_PREFIX" -DCMAKE_CXX_COMPILER=g++ >log
cmake --build build >log
(cd build && ctest) >out
expect_text out '100% tests passed, 0 tests failed out of 2'
