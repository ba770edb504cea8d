// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The marks that drivers leave in objects and binaries: where their units and links are kept.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace cutaway {

struct StoredName {
  std::string hash;
  std::string store;

  auto operator<=>(const StoredName&) const = default;
};

struct Marks {
  std::vector<StoredName> units;
  std::vector<StoredName> code_records;  // of objects of the units
  std::optional<StoredName> link;        // of the file itself
  std::vector<std::string> lost;         // "source: why its bitcode was not kept"

  bool is_empty() const { return units.empty() && !link && lost.empty(); }
};

// Fails if the marks are of another version of the store.
Result<Marks> parse_marks(std::string_view section, const std::string& path);

// Of an ELF file in memory; no marks if it is none or has no section .cutaway.
Result<Marks> read_marks(std::string_view elf, const std::string& path);
Result<Marks> read_marks(const std::string& path);

}  // namespace cutaway
