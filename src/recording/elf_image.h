// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What Cutaway needs to know of an executable or shared object, read from its file.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace cutaway {

struct ElfSymbol {
  uint64_t offset = 0;  // from the module's base, as in the stream
  uint64_t size = 0;
  bool is_function = false;
  std::string name;      // linkage name
  uint64_t redzone = 0;  // of AddressSanitizer, at the end of `size`; only in a recorded image
};

// An inside function, as the pass left it in its table.
struct WovenFunction {
  uint64_t offset = 0;  // of its CutawayFunction from the module's base
  uint32_t flags = 0;   // k_function_*
  std::string name;     // linkage name
  std::string file;
  std::string group;  // what it can only be zoomed to with; empty: nobody can zoom
  uint16_t arg_slots = 0;
  uint16_t ret_slots = 0;
  std::string text;  // all that the pass says of it
};

// The tables that the pass left in a woven module.
struct WovenTables {
  uint32_t abi_version = 0;
  std::vector<std::string> plan;  // inside patterns
  uint64_t function_count = 0;
  std::vector<std::string> function_names;  // linkage names of inside functions
  std::vector<WovenFunction> functions;
};

class ElfImage {
 public:
  // Fails if `path` is no ELF file for 64-bit x86.
  static Result<ElfImage> open(const std::string& path);
  ElfImage(ElfImage&&) noexcept;
  ~ElfImage();

  const std::string& path() const { return path_; }
  bool is_position_independent() const;
  // Dynamic executables name an interpreter; shared objects may not.
  const std::string& interpreter() const { return interpreter_; }
  bool is_dynamic() const { return is_dynamic_; }
  const std::vector<uint8_t>& build_id() const { return build_id_; }
  bool has_debug_info() const { return has_debug_info_; }
  const std::optional<WovenTables>& woven() const { return woven_; }

  // Named symbols that are defined here, sorted by offset; the dynamic ones if it is stripped.
  std::vector<ElfSymbol> read_symbols() const;
  // The text at `offset`, such as a string literal: printable UTF-8, terminated, in memory that the
  // program cannot write. Empty if there is none.
  std::string read_literal(uint64_t offset) const;
  // At most so many bytes of memory that the program cannot write; none if `offset` is not in such.
  std::string read_constants(uint64_t offset, size_t most) const;

 private:
  struct Reader;
  explicit ElfImage(std::unique_ptr<Reader> reader, std::string path);

  std::unique_ptr<Reader> reader_;
  std::string path_;
  std::string interpreter_;
  bool is_dynamic_ = false;
  bool has_debug_info_ = false;
  std::vector<uint8_t> build_id_;
  std::optional<WovenTables> woven_;
};

// Libraries that the dynamic loader would load with `program`, as absolute paths.
// `library_path` stands for LD_LIBRARY_PATH. Runs the loader, not the program.
Result<std::vector<std::string>> list_libraries(const ElfImage& program,
                                                const std::string& library_path);

std::string demangle(const std::string& linkage_name);

}  // namespace cutaway
