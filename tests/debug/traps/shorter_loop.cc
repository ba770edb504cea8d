// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// close() writes as many lines as were added: fewer when calls are left out, and the answers of the
// outside stay in step.
#include <cstdio>

int write_line(int number);
int finish();

class Report {
 public:
  void add();
  int close();

 private:
  int lines_ = 0;
};

void Report::add() { lines_++; }
int Report::close() {
  int written = 0;
  for (int i = 0; i < lines_; i++) written += write_line(i);
  return 100 / finish() + written;
}

static int g_finished;
static volatile int g_answers[4] = {1, 1, 1, 0};
__attribute__((noinline)) int write_line(int number) { return std::printf("%d\n", number); }
__attribute__((noinline)) int finish() { return g_answers[g_finished++]; }

int main() {
  Report report;
  int sum = 0;
  for (int i = 0; i < 20; i++) {
    report.add();
    if (i % 5 == 4) sum += report.close();
  }
  return sum;
}
