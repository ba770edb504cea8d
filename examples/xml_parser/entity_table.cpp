// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "entity_table.h"

#include <cstdlib>

namespace nano {

EntityTable::EntityTable()
    : values_{{"lt", "<"}, {"gt", ">"}, {"amp", "&"}, {"apos", "'"}, {"quot", "\""}} {}

void EntityTable::define(const std::string& name, const std::string& value) {
  values_[name] = value;
}

std::string EntityTable::value_of(const std::string& name) const {
  if (name.size() > 1 && name[0] == '#') {
    const bool is_hex = name[1] == 'x';
    const long code = std::strtol(name.c_str() + (is_hex ? 2 : 1), nullptr, is_hex ? 16 : 10);
    if (code > 0 && code < 128) return std::string(1, static_cast<char>(code));
  }
  const auto found = values_.find(name);
  return found == values_.end() ? "&" + name + ";" : found->second;
}

std::string EntityTable::expand(std::string_view raw) const {
  std::string expanded;
  for (size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '&') {
      expanded += raw[i];
      continue;
    }
    std::string name;
    // Defect "entity": the text may end before the ';' comes.
    while (raw.at(++i) != ';') name += raw[i];
    expanded += value_of(name);
  }
  return expanded;
}

}  // namespace nano
