# A C project with a `time.h` of its own: the framework must not find it where it wants the system's.
cat >time.h <<'END'
#ifndef PROJECT_TIME_H
#define PROJECT_TIME_H
struct span { int minutes; };
int parts_of(const struct span* span, int count);
#endif
END
cat >spans.h <<'END'
#include "time.h"
int share(int minutes, int count);
END
cat >spans.c <<'END'
#include "spans.h"
int parts_of(const struct span* span, int count) { return span->minutes / count; }
int share(int minutes, int count) {
  struct span span = {minutes};
  return parts_of(&span, count);
}
END
cat >main.c <<'END'
#include "spans.h"
int main(int argc, char** argv) {
  int sum = 0;
  for (int i = 1; i < 40; ++i) sum += share(60, i);
  (void)argv;
  return share(sum, argc - 1) == 0;
}
END
cutaway-cc -g -I. main.c spans.c -o app
cutaway debug -q --testgen tests -- ./app >said 2>&1
expect_text tests/*.cc 'Standalone test'
expect_text tests/*.cc '-idirafter..'
(cd tests && eval "$(sed -n 's|^//   ||p' *.cc)")
if tests/*_test >out 2>&1; then fail 'the test passes'; fi
# The same by CMake, standalone and replayed.
cutaway testgen debug.cut/1 -o replayed --kind replay
for folder in tests replayed; do
  expect_text $folder/*.cmake 'INCLUDE_DIRECTORIES_AFTER ..'
  cat >$folder/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(spans LANGUAGES C CXX)
enable_testing()
find_package(Cutaway REQUIRED)
include(spans_crash_test.cmake)
END
  cmake -G Ninja -S $folder -B $folder/build -DCMAKE_PREFIX_PATH="$CUTAWAY_PREFIX" >log
  cmake --build $folder/build >>log
  if ctest --test-dir $folder/build >out 2>&1; then fail "the test in $folder passes"; fi
done
sed -i 's|span->minutes / count|count ? span->minutes / count : 0|' spans.c
for folder in tests replayed; do
  cmake --build $folder/build >>log
  ctest --test-dir $folder/build >out 2>&1 || fail "the test in $folder fails on mended code: $(cat out)"
  expect_text out '100% tests passed'
done
