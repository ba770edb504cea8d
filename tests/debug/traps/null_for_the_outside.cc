// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fputs() dies of a null pointer: a part that gives it a stream does not.
#include <cstdio>

class Log {
 public:
  void open(const char* path) { file_ = fopen(path, "w"); }
  void close() {
    fclose(file_);
    file_ = nullptr;
  }
  void write(const char* text) { fputs(text, file_); }

 private:
  FILE* file_ = nullptr;
};

int main() {
  Log log;
  log.open("/dev/null");
  for (int i = 0; i < 20; i++) log.write("a");
  log.close();
  log.write("b");
}
