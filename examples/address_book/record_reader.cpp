// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record_reader.h"

namespace mail {

RecordReader::RecordReader(std::istream& input) : input_(input) {}

bool RecordReader::next(std::vector<std::string>& fields) {
  fields.clear();
  std::string line;
  do {
    if (!std::getline(input_, line)) return false;
    ++line_number_;
  } while (line.empty() || line[0] == '#');
  size_t begin = 0;
  while (begin <= line.size()) {
    size_t end = line.find(';', begin);
    if (end == std::string::npos) end = line.size();
    fields.push_back(trim(line.substr(begin, end - begin)));
    begin = end + 1;
  }
  return true;
}

int RecordReader::line_number() const { return line_number_; }

std::string RecordReader::trim(const std::string& text) {
  const size_t begin = text.find_first_not_of(' ');
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

}  // namespace mail
