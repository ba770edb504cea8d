// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "testgen/input.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <set>

#include "recording/describe.h"
#include "testgen/literals.h"
#include "testgen/memory_view.h"

namespace cutaway {
namespace {

int32_t result_of(const ScriptOutcall& outcall) {
  return outcall.results.empty() ? 0 : static_cast<int32_t>(outcall.results[0].value);
}

uint64_t argument_of(const ScriptOutcall& outcall, size_t index) {
  return index < outcall.arguments.size() ? outcall.arguments[index].value : 0;
}

constexpr auto k_stream_functions = std::to_array<std::string_view>(
    {"fopen", "fopen64", "fclose", "fgetc", "getc", "_IO_getc", "fread", "fseek", "fseeko", "ftell",
     "ftello", "rewind", "feof", "ferror"});
// The descriptor is their first argument.
constexpr auto k_descriptor_functions = std::to_array<std::string_view>(
    {"read", "pread", "pread64", "lseek", "lseek64", "fstat", "fstat64", "close"});

bool opens_stream(const std::string& callee) { return callee == "fopen" || callee == "fopen64"; }
bool opens_descriptor(const std::string& callee) { return callee == "open" || callee == "open64"; }
bool tells_size(const std::string& callee) { return callee.starts_with("fstat"); }

template <typename Visit>
void for_each_byte(const std::vector<OutsideWrite>& writes, const Visit& visit) {
  for (const OutsideWrite& write : writes)
    for (size_t i = 0; i < write.bytes.size(); ++i) visit(write.address + i, write.bytes[i]);
}

// Files that were opened, and what of them lies where.
class FileReader {
 public:
  explicit FileReader(const Script& script)
      : script_(script), functions_(file_functions_of(script)) {}

  Result<std::vector<InputFile>> read() {
    for (const ScriptCall& call : script_.calls) CUTAWAY_TRY(read_call(call));
    std::vector<Opened> different;
    for (const Opened& file : files_) {
      auto known = std::ranges::find(different, file.name, &Opened::name);
      if (known == different.end()) different.push_back(file);
      else if (!known->input.join(file.input))
        return user_fault("", file.name + " is read in two states");
    }
    std::vector<InputFile> files;
    for (const Opened& file : different) files.push_back({file.name, file.input.text()});
    return files;
  }

 private:
  struct Opened {
    std::string name;
    uint64_t handle = 0;  // 0: it is closed
    InputText input;
    std::optional<int64_t> from_end;  // it is there, seen from its end
  };
  // A part of a file that was read to memory. What of it the inside reads is told later.
  struct Piece {
    size_t file;
    uint64_t address, size, position;
  };

  Status read_call(const ScriptCall& call) {
    see(call.writes);
    for (const ScriptOutcall& outcall : call.outcalls) {
      CUTAWAY_TRY(read_outcall(outcall));
      see(outcall.writes);
      if (tells_size(outcall.callee)) take_size(outcall);
      for (const ScriptCall& nested : outcall.calls) CUTAWAY_TRY(read_call(nested));
    }
    return Ok{};
  }

  void see(const std::vector<OutsideWrite>& writes) {
    for (const OutsideWrite& write : writes) memory_.write(write);
    for_each_byte(writes, [&](uint64_t address, uint8_t byte) {
      for (const Piece& piece : pieces_)
        if (address >= piece.address && address < piece.address + piece.size)
          files_[piece.file].input.set(piece.position + (address - piece.address), byte);
    });
  }

  std::string text_at(ScriptWord word) const {
    if (word.is_image) return script_.symbols.find_literal({word.value});
    return memory_.text(word.value, 4096).value_or("");
  }

  Status open(const ScriptOutcall& outcall) {
    std::string name = outcall.arguments.empty() ? "" : text_at(outcall.arguments[0]);
    bool is_descriptor = opens_descriptor(outcall.callee);
    bool is_there = !outcall.results.empty() &&
                    (is_descriptor ? result_of(outcall) > 0 : outcall.results[0].value != 0);
    if (!is_there) return Ok{};
    if (is_descriptor && (argument_of(outcall, 1) & (O_ACCMODE | O_CREAT)) != O_RDONLY)
      return user_fault("", "the run writes to " + (name.empty() ? "a file" : name));
    if (name.empty()) return user_fault("", "the run reads a file, and its name is not known");
    std::filesystem::path path(name);
    bool is_below = path.is_relative() && !path.lexically_normal().string().starts_with("..");
    if (!is_below) return user_fault("", "the run reads " + name + ", not below its folder");
    files_.push_back({name, outcall.results[0].value, {}, {}});
    return Ok{};
  }

  // Bytes that a call has put to memory.
  void add_piece(Opened& file, uint64_t address, uint64_t size) {
    std::erase_if(pieces_, [&](const Piece& piece) {
      return piece.address < address + size && address < piece.address + piece.size;
    });
    pieces_.push_back(
        {static_cast<size_t>(&file - files_.data()), address, size, file.input.position()});
    for (uint64_t i = 0; i < size; ++i)
      if (memory_.knows(address + i))
        file.input.guess(file.input.position() + i, memory_.byte(address + i));
    file.input.go_to(file.input.position() + size);
  }

  Status read_outcall(const ScriptOutcall& outcall) {
    const std::string& callee = outcall.callee;
    if (opens_stream(callee) || opens_descriptor(callee)) return open(outcall);
    if (!functions_.contains(callee)) return Ok{};
    bool is_descriptor =
        std::ranges::find(k_descriptor_functions, callee) != k_descriptor_functions.end();
    Opened* file = is_descriptor ? opened_as(argument_of(outcall, 0)) : nullptr;
    if (!is_descriptor)
      for (const ScriptWord& word : outcall.arguments)
        if (file == nullptr) file = opened_as(word.value);
    if (file == nullptr)
      return user_fault("", fmt::format("{} reads from what was opened before", callee));
    if (!is_descriptor) return read_from(*file, callee, outcall);
    read_descriptor(*file, callee, outcall);
    return Ok{};
  }

  Opened* opened_as(uint64_t handle) {
    auto file = std::ranges::find(files_, handle, &Opened::handle);
    return handle == 0 || file == files_.end() ? nullptr : &*file;
  }

  void read_descriptor(Opened& file, const std::string& callee, const ScriptOutcall& outcall) {
    InputText& input = file.input;
    auto result = outcall.results.empty() ? 0 : static_cast<int64_t>(outcall.results[0].value);
    if (callee == "close") {
      file.handle = 0;
    } else if (tells_size(callee) || result < 0) {
      return;
    } else if (callee.starts_with("lseek")) {
      input.go_to(static_cast<uint64_t>(result));
      if (static_cast<int32_t>(argument_of(outcall, 2)) == SEEK_END)
        input.end_at(static_cast<uint64_t>(result) - argument_of(outcall, 1));
    } else {
      uint64_t before = input.position();
      bool is_placed = callee.starts_with("pread");
      if (is_placed) input.go_to(argument_of(outcall, 3));
      add_piece(file, argument_of(outcall, 1), static_cast<uint64_t>(result));
      if (static_cast<uint64_t>(result) < argument_of(outcall, 2)) input.end_here();
      if (is_placed) input.go_to(before);
    }
  }

  void take_size(const ScriptOutcall& outcall) {
    Opened* file = opened_as(argument_of(outcall, 0));
    uint64_t size = memory_.number(argument_of(outcall, 1) + offsetof(struct stat, st_size), 8);
    if (file != nullptr && size != 0) file->input.end_at(size);
  }

  Status read_from(Opened& file, const std::string& callee, const ScriptOutcall& outcall) {
    InputText& input = file.input;
    bool reads = callee != "ftell" && callee != "ftello" && !callee.starts_with("fseek");
    if (reads && file.from_end && callee != "rewind" && callee != "fclose")
      return user_fault("", "the run reads from the end of a file");
    if (callee == "fclose") {
      file.handle = 0;
    } else if (callee == "fgetc" || callee == "getc" || callee == "_IO_getc") {
      if (result_of(outcall) < 0) input.end_here();
      else input.take(static_cast<uint8_t>(result_of(outcall)));
    } else if (callee == "fread") {
      uint64_t size = argument_of(outcall, 1);
      uint64_t count = outcall.results.empty() ? 0 : outcall.results[0].value;
      add_piece(file, argument_of(outcall, 0), size * count);
      if (count < argument_of(outcall, 2)) input.end_here();
    } else if (callee == "fseek" || callee == "fseeko") {
      auto offset = static_cast<int64_t>(argument_of(outcall, 1));
      auto whence = static_cast<int32_t>(argument_of(outcall, 2));
      file.from_end.reset();
      if (whence == SEEK_END) file.from_end = offset;
      else input.go_to((whence == SEEK_CUR ? input.position() : 0) + static_cast<uint64_t>(offset));
    } else if (callee == "ftell" || callee == "ftello") {
      uint64_t position = outcall.results.empty() ? 0 : outcall.results[0].value;
      if (file.from_end) input.end_at(position - static_cast<uint64_t>(*file.from_end));
    } else if (callee == "rewind") {
      file.from_end.reset();
      input.go_to(0);
    }
    return Ok{};
  }

  const Script& script_;
  const std::set<std::string> functions_;
  MemoryView memory_;
  std::vector<Opened> files_;
  std::vector<Piece> pieces_;
};

}  // namespace

bool InputText::join(const InputText& other) {
  if (end_ != 0 && other.end_ != 0 && end_ != other.end_) return false;
  end_ = std::max(end_, other.end_);
  guesses_.insert(other.guesses_.begin(), other.guesses_.end());
  return std::ranges::all_of(other.bytes_, [&](const auto& known) {
    return bytes_.emplace(known).first->second == known.second;
  });
}

std::string InputText::text() const {
  uint64_t size = std::max(end_, bytes_.empty() ? 0 : bytes_.rbegin()->first + 1);
  std::string text(size, '\0');
  for (const auto& [position, byte] : guesses_)
    if (position < size) text[position] = static_cast<char>(byte);
  for (const auto& [position, byte] : bytes_) text[position] = static_cast<char>(byte);
  return text;
}

Result<std::string> read_stream(const Script& script, uint64_t address) {
  InputText input;
  std::string unknown;
  for (const ScriptCall& call : script.calls)
    for_each_outcall(call, [&](const ScriptOutcall& outcall) {
      if (argument_of(outcall, 0) != address) return;
      const std::string& callee = outcall.callee;
      bool is_end = result_of(outcall) < 0;
      if (callee == "_ZNSi3getEv") {
        if (is_end) input.end_here();
        else input.take(static_cast<uint8_t>(result_of(outcall)));
      } else if (callee == "_ZNSi4peekEv") {
        if (is_end) input.end_here();
        else input.peek(static_cast<uint8_t>(result_of(outcall)));
      } else if (callee == "_ZNSi5ungetEv" && input.position() > 0) {
        input.go_to(input.position() - 1);
      } else if (callee.find("basic_ios") == std::string::npos) {
        unknown = short_name(callee);
      }
    });
  if (!unknown.empty()) return user_fault("", "a stream is read by " + unknown);
  return input.text();
}

std::set<std::string> file_functions_of(const Script& script) {
  std::set<std::string> names(k_stream_functions.begin(), k_stream_functions.end());
  for (const ScriptCall& call : script.calls)
    for_each_outcall(call, [&](const ScriptOutcall& outcall) {
      if (!opens_descriptor(outcall.callee)) return;
      names.insert(outcall.callee);
      names.insert(k_descriptor_functions.begin(), k_descriptor_functions.end());
    });
  return names;
}

Result<std::vector<InputFile>> read_files(const Script& script) {
  return FileReader(script).read();
}

std::string text_expression(const std::string& text) {
  if (text.find('\0') == std::string::npos) return string_literal(text);
  std::string start = text.substr(0, text.find_last_not_of('\0') + 1);
  std::string expression =
      start.find('\0') == std::string::npos
          ? fmt::format("std::string({})", string_literal(start))
          : fmt::format("std::string({}, {})", string_literal(start), start.size());
  if (start.size() == text.size()) return expression;
  return fmt::format("{}.append({}, '\\0')", expression, text.size() - start.size());
}

}  // namespace cutaway
