// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "file_writer.h"

#include <stdexcept>

namespace numbers {

FileWriter::FileWriter(const std::string& path) : file_(std::fopen(path.c_str(), "w")) {
  if (file_ == nullptr) throw std::runtime_error("cannot write " + path);
}

FileWriter::~FileWriter() { close(); }

void FileWriter::write(int number, char separator) {
  std::fprintf(file_, "%d%c", number, separator);
}

void FileWriter::close() {
  if (file_ != nullptr) std::fclose(file_);
  file_ = nullptr;
}

}  // namespace numbers
