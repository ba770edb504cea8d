// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thunks that adjust this, and covariant results, across the cut.
// inside: inside::
#include <cstdio>

namespace outside {
struct Reader {
  int pad = 1;
  virtual ~Reader() = default;
  virtual int read(int v) { return v + pad; }
  virtual Reader* clone() = 0;
};
struct Writer {
  long pad = 2;
  virtual ~Writer() = default;
  virtual int write(int v) { return static_cast<int>(v * pad); }
};
int use(Reader* r, Writer* w) { return r->read(10) * 100 + w->write(20); }
}  // namespace outside

namespace inside {
struct File : outside::Reader, outside::Writer {
  int position = 5;
  int read(int v) override { return position += v; }
  int write(int v) override { return position += 2 * v + outside::Writer::write(v); }
  File* clone() override { return new File(*this); }
};
struct Log : File {
  int write(int v) override { return File::write(v) + 1; }
  Log* clone() override { return new Log(*this); }
};
int run(File* file) {
  outside::Writer* writer = file;
  outside::Reader* reader = file;
  int sum = outside::use(reader, writer) + writer->write(3);
  File* copy = file->clone();
  sum += outside::use(copy, copy);
  delete static_cast<outside::Writer*>(copy);
  return sum;
}
}  // namespace inside

int main() {
  inside::File file;
  inside::Log log;
  std::printf("%d %d\n", inside::run(&file), inside::run(&log));
  outside::Reader* copy = log.clone();
  outside::Reader* again = copy->clone();
  std::printf("%d\n", outside::use(again, dynamic_cast<outside::Writer*>(copy)));
  delete copy;
  delete again;
}
