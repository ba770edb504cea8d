cat >CMakeLists.txt <<'CODE'
cmake_minimum_required(VERSION 3.25)
project(Probe C CXX)
include(CheckSymbolExists)
check_symbol_exists(printf stdio.h HAS_PRINTF)
find_package(Threads REQUIRED)
add_executable(app app.cpp)
target_precompile_headers(app PRIVATE <vector>)
CODE
echo 'int answer(const std::vector<int>& v) { return v.size(); } int main() { return answer({}); }' >app.cpp
export CC=cutaway-cc CXX=cutaway-c++ CUTAWAY_INSIDE=answer
expect_status 0 cmake -G Ninja -B build
expect_text out "The CXX compiler identification is Clang 19"
expect_text out "Looking for printf - found"
expect_status 0 cmake --build build
expect_no_text out "warning"
build/app
