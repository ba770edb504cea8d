// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes numbers to a text file.
#pragma once
#include <cstdio>
#include <string>

namespace numbers {

class FileWriter {
 public:
  // Throws std::runtime_error if the file cannot be made.
  explicit FileWriter(const std::string& path);
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;
  ~FileWriter();

  void write(int number, char separator);
  void close();

 private:
  std::FILE* file_;
};

}  // namespace numbers
