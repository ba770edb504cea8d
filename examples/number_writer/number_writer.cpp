// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "number_writer.h"

#include <cstdio>

#include "file_writer.h"

namespace numbers {

void NumberWriter::set_file(const std::string& path) { path_ = path; }

void NumberWriter::set_numbers(int count) { count_ = count; }

void NumberWriter::reset() {
  written_ = 0;
  lines_ = 0;
}

void NumberWriter::write_numbers() {
  if (path_.empty()) {
    std::fputs("number_writer: no file is set\n", stderr);
    return;
  }
  FileWriter writer(path_);
  for (int number = 1; number <= count_; ++number) {
    const bool ends_line = number % k_numbers_on_line == 0;
    writer.write(number, ends_line ? '\n' : ' ');
    ++written_;
    if (ends_line) ++lines_;
  }
  writer.close();
  close_statistics();
}

void NumberWriter::close_statistics() {
  // The defect: after a reset there may be no full line yet.
  mean_of_line_ = written_ / lines_;
}

}  // namespace numbers
