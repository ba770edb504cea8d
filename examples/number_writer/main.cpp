// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes many sequences to one file, with new statistics for each of the four weeks.
#include <iostream>
#include <string>

#include "number_writer.h"

namespace {

void write_week(numbers::NumberWriter& writer, const std::string& path, int week) {
  for (int day = 1; day <= 70; ++day) {
    writer.set_file(path);
    writer.set_numbers(10 + (week * 31 + day * 17) % 90);
    writer.write_numbers();
  }
  std::cout << "week " << week << ": " << writer.mean_of_line() << " numbers on a line\n";
}

}  // namespace

int main(int argc, char** argv) {
  const std::string path = argc > 1 ? argv[1] : "/dev/null";
  numbers::NumberWriter writer;
  for (int week = 1; week <= 4; ++week) {
    write_week(writer, path, week);
    writer.reset();
  }
  writer.set_file(path);
  writer.set_numbers(7);
  writer.write_numbers();
  std::cout << "last: " << writer.mean_of_line() << " numbers on a line\n";
  return 0;
}
