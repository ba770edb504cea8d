// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads records of fields: one record a line, fields separated by ';'.
#pragma once
#include <istream>
#include <string>
#include <vector>

namespace mail {

class RecordReader {
 public:
  explicit RecordReader(std::istream& input);

  // False at the end. Skips empty lines and lines that start with '#'.
  bool next(std::vector<std::string>& fields);

  int line_number() const;

 private:
  static std::string trim(const std::string& text);

  std::istream& input_;
  int line_number_ = 0;
};

}  // namespace mail
