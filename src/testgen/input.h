// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a script read from files and streams of the outside, put together from its single reads.
#pragma once
#include <map>
#include <set>
#include <string>

#include "testgen/script.h"

namespace cutaway {

// A text that is read piece by piece.
class InputText {
 public:
  void take(uint8_t byte) { bytes_[position_++] = byte; }
  void peek(uint8_t byte) { bytes_[position_] = byte; }
  void set(uint64_t position, uint8_t byte) { bytes_.emplace(position, byte); }
  // If nothing else is known of it: the recording does not repeat what lay there before.
  void guess(uint64_t position, uint8_t byte) { guesses_.emplace(position, byte); }
  void go_to(uint64_t position) { position_ = position; }
  void end_here() { end_ = position_; }
  void end_at(uint64_t end) { end_ = end; }
  uint64_t position() const { return position_; }
  // The same text, read another time. False: it is another one.
  bool join(const InputText& other);
  // What was not read is 0.
  std::string text() const;

 private:
  std::map<uint64_t, uint8_t> bytes_;
  std::map<uint64_t, uint8_t> guesses_;
  uint64_t position_ = 0;
  uint64_t end_ = 0;
};

// Of the std::istream at `address`. Fails if it is read in a way that is not known.
Result<std::string> read_stream(const Script& script, uint64_t address);

struct InputFile {
  std::string name;
  std::string text;
};

// What opens, reads or closes files as read_files() knows it. Functions of descriptors are among
// them if the script opens one: else they are of a socket or a pipe.
std::set<std::string> file_functions_of(const Script& script);

// Those that were there, in the order in which they were opened.
Result<std::vector<InputFile>> read_files(const Script& script);

// An expression of type std::string, or a literal.
std::string text_expression(const std::string& text);

}  // namespace cutaway
