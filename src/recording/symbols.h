// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of image addresses. The packer keeps the symbols that addresses of the stream fall into;
// a reader names addresses with them even when the program is gone.
#pragma once
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "recording/elf_image.h"
#include "recording/event.h"
#include "recording/stream_validator.h"

namespace cutaway {

struct SymbolName {
  std::string name;  // linkage name
  uint64_t delta = 0;
};

class SymbolTable {
 public:
  // The symbol that holds `address`, or the nearest one before it if that has no size.
  std::optional<SymbolName> find(EncodedAddress address) const;
  void add(ModuleId module, ElfSymbol symbol);
  // The string literal that starts at `address`; empty if none is known.
  std::string find_literal(EncodedAddress address) const;
  void add_literal(EncodedAddress address, std::string text);
  // Of one module, by offset.
  std::vector<ElfSymbol> symbols_of(ModuleId module) const;
  std::map<uint64_t, std::string> literals_of(ModuleId module) const;

  std::string to_json_text() const;
  static Result<SymbolTable> parse(const std::string& text);

 private:
  std::map<ModuleId, std::map<uint64_t, ElfSymbol>> modules_;  // by offset
  std::map<uint64_t, std::string> literals_;                   // by encoded address
};

// Finds out which symbols a stream uses. Memory is bounded by the symbols of the program.
class SymbolCollector {
 public:
  // Notes every image address of `event`.
  void collect(const Event& event, const StreamTables& tables);
  SymbolTable take_table();

 private:
  struct ModuleSymbols {
    std::optional<ElfImage> image;
    std::vector<ElfSymbol> symbols;
    std::vector<bool> is_used;
  };
  void note(EncodedAddress address, const StreamTables& tables);
  void note_values(const Values& values, const StreamTables& tables);
  ModuleSymbols& symbols_of(ModuleId id, const StreamTables& tables);

  std::map<ModuleId, ModuleSymbols> modules_;
  std::map<uint64_t, std::string> literals_;
  size_t literal_bytes_ = 0;
  std::array<uint64_t, 4096> seen_{};  // direct-mapped: most addresses occur again and again
};

// "file.cc:12" of an address in an image, by its debug information; empty if that is not there.
std::string find_source_line(const std::string& path, uint64_t offset);

}  // namespace cutaway
