# A callback that reads into a buffer of the inside, a function that sets numbers by pointer, and an object of the outside
# that is handed through: what they write is written by the stubs of the test.
cat >song.h <<'E'
#pragma once
#include <cstddef>
struct Source {
  long (*read)(Source*, void* bytes, std::size_t size);
  void (*sizes)(Source*, int* count, unsigned short* widths);
  const unsigned char* data;
  std::size_t position;
};
int play(Source* source);
E
cat >song.cc <<'E'
#include "song.h"
#include <cstring>
static const int k_steps[8] = {1, 2, 4, 8, 16, 32, 64, 128};
int play(Source* source) {
  char kind[4];
  if (source->read(source, kind, sizeof kind) != 4 || std::memcmp(kind, "SONG", 4) != 0) return -1;
  int count = 0;
  unsigned short widths[2] = {};
  source->sizes(source, &count, widths);
  int sum = widths[1];
  for (int i = 0; i < count; ++i) {
    unsigned char index;
    if (source->read(source, &index, 1) != 1) return sum;
#ifdef MENDED
    index &= 7;
#endif
    const int* volatile step = index < 8 ? &k_steps[index] : nullptr;
    sum += *step;
  }
  return sum;
}
E
cat >main.cc <<'E'
#include <cstring>
#include "song.h"
static long get(Source* source, void* bytes, std::size_t size) {
  std::memcpy(bytes, source->data + source->position, size);
  source->position += size;
  return static_cast<long>(size);
}
static void tell_sizes(Source* source, int* count, unsigned short* widths) {
  *count = source->data[4];
  widths[1] = source->data[5];
  source->position += 2;
}
static int play_data(const char* data) {
  Source source{get, tell_sizes, reinterpret_cast<const unsigned char*>(data), 0};
  return play(&source);
}
int main() {
  int sum = 0;
  for (int i = 0; i < 30; ++i) sum += play_data("SONG\3\7\1\2\3");
  return sum + play_data("SONG\4\7\1\2\3\11");
}
E
for level in 0 2; do
  cutaway-c++ -g -O$level -std=c++17 song.cc main.cc -o app
  rm -rf tests
  cutaway debug -q --force --inside song.cc --testgen tests -- ./app >said 2>&1
  expect_text said 'fails as recorded'
  expect_text tests/*_test.cc 'Standalone test'
  expect_text tests/*_test.cc 'std::memcpy(a2, "SONG", 4);'
  expect_text tests/*_test.cc '*a2 = '
  for mended in '' -DMENDED; do
    (cd tests && eval "$(sed -n 's|^//   ||p' ./*_test.cc | sed "s/g++ /g++ -Wall -Wextra -Werror $mended /")")
    status=0
    (cd tests && ./*_test) >out 2>&1 || status=$?
    test "$status" -eq "$([ -z "$mended" ] && echo 139 || echo 0)" || fail "-O$level $mended: exit status $status: $(cat out)"
  done
done
