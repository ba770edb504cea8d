// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the numbers 1 to n to a file, ten on a line, and keeps count of what it wrote.
#pragma once
#include <string>

namespace numbers {

class NumberWriter {
 public:
  NumberWriter() = default;

  void set_file(const std::string& path);
  void set_numbers(int count);

  // Says on stderr if no file is set.
  void write_numbers();

  // Of all numbers since the last reset.
  int mean_of_line() const { return mean_of_line_; }

  // Starts the statistics anew.
  void reset();

 private:
  static constexpr int k_numbers_on_line = 10;

  void close_statistics();

  std::string path_;
  int count_ = 0;
  int written_ = 0;
  int lines_ = 0;
  int mean_of_line_ = 0;
};

}  // namespace numbers
