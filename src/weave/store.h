// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads what the drivers keep: units and links (abi/store.h).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "weave/marks.h"

namespace cutaway {

struct UnitFunction {
  std::string name;   // linkage name
  uint32_t file = 0;  // in Unit::files
  uint32_t line = 0;
  uint64_t instructions = 0;  // of unoptimised IR
  bool is_inline = false;     // other units may define it, too
  bool is_static = false;
  bool is_from_header = false;
  bool is_copy = false;  // another file defines it
};

struct Unit {
  StoredName name;
  std::string directory;
  std::string driver;  // "cc" or "c++"
  std::vector<std::string> arguments;
  std::string source;  // as the command named it
  std::vector<std::string> files;
  std::vector<std::vector<std::string>> classes;  // name and bases
  std::vector<UnitFunction> functions;
};

struct LinkInput {
  std::string path;
  int64_t size = 0;
  int64_t changed_ns = 0;
};

struct Link {
  std::string directory;
  std::string driver;
  std::vector<std::string> arguments;
  std::string output;
  std::vector<LinkInput> inputs;
};

// Files are looked for where the mark says, then in the user's store.
Result<Unit> read_unit(const StoredName& name);
Result<std::string> read_bitcode(const StoredName& name);
Result<std::string> read_code_record(const StoredName& name);
Result<Link> read_link(const StoredName& name);

// $CUTAWAY_CACHE, or cutaway/ in the cache of the user: where variants are kept.
Result<std::string> cache_folder();

}  // namespace cutaway
