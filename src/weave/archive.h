// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Archives (.a) with some members exchanged.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace cutaway {

struct ArchiveMember {
  std::string name;
  std::string hash;  // of its unit; empty if it has none
  std::string store;
};

// Thin archives, too.
bool is_archive(std::string_view bytes);
Result<std::vector<ArchiveMember>> read_archive(std::string_view bytes, const std::string& path);

// Writes `output` as an ordinary archive: the members of `path` in their order, those whose hash is
// in `objects` from there.
Status write_archive(const std::string& path, const std::vector<ArchiveMember>& members,
                     const std::map<std::string, std::string>& objects, const std::string& output);

}  // namespace cutaway
