# A call is given memory and keeps a pointer to it; what a later one finds there, or how long the memory is, is in the
# test. Without either AddressSanitizer would report the test's own buffer.
cat >reader.h <<'END'
#include <cstddef>
class Reader {
 public:
  Reader(const unsigned char* data, size_t size) : data_(data), size_(size) {}
  int packets() const;
  void copy(char* to) const;
 private:
  const unsigned char* data_;
  size_t size_;
};
END
cat >reader.cc <<'END'
#include "reader.h"
#include <cstdlib>
#include <cstring>
int Reader::packets() const {
  int count = 0;
  for (size_t i = 0; i < size_; i += data_[i] + 1) {
    if (data_[i] == 42) abort();
    ++count;
  }
  return count;
}
void Reader::copy(char* to) const {
  char part[8];
  std::memcpy(part, data_, data_[20]);
  std::memcpy(to, part, sizeof(part));
}
END
cat >main.cc <<'END'
#include <cstdio>
#include <cstring>
#include "reader.h"
int main(int, char** argv) {
  unsigned char data[40];
  char copy[8];
  for (int i = 1; i < 30; ++i) {
    std::memset(data, 1 + i % 8, sizeof(data));
    Reader reader(data, sizeof(data));
    reader.copy(copy);
    std::printf("%d %d\n", reader.packets(), copy[0]);
  }
  data[0] = 29, data[30] = 42, data[20] = std::strcmp(argv[1], "copy") ? 3 : 9;
  Reader reader(data, sizeof(data));
  reader.copy(copy);
  return reader.packets();
}
END
build_and_debug() {
  cutaway-c++ -g -O1 -std=c++17 $1 reader.cc main.cc -o app
  rm -rf debug.cut
  cutaway debug -q --inside Reader -- ./app $2 >said 2>&1
  expect_failing_test $2
}
build_and_debug "" packets
expect_text packets.cc '  unsigned char data[31] = {29, 0, '
build_and_debug -fsanitize=address copy
expect_text copy.cc '  unsigned char data[21] = {0, 0,'
expect_text copy.cc ' 9};'
