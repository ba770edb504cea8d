// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function with variable arguments belongs to its caller, so no level of its class has the failure.
#include <cassert>
#include <cstdarg>
#include <cstdio>

class Log {
 public:
  int write(const char* format, ...) {
    char line[32];
    va_list arguments;
    va_start(arguments, format);
    int length = std::vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    assert(length < 32);
    return length + depth_;
  }

 private:
  int depth_ = 1;
};

int main() {
  Log log;
  log.write("%s %d", "short", 42);
  return log.write("a long text %s that is too long %d", "indeed", 7);
}
