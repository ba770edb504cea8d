// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The entities of a document: &lt; and the like, and those that it defines itself.
#pragma once
#include <map>
#include <string>
#include <string_view>

namespace nano {

class EntityTable {
 public:
  // Knows the five entities of XML.
  EntityTable();

  void define(const std::string& name, const std::string& value);

  // Replaces the entities and the character references (&#65;, &#x41;) below 128.
  // Entities that are not known stay as they are.
  std::string expand(std::string_view raw) const;

 private:
  std::string value_of(const std::string& name) const;

  std::map<std::string, std::string> values_;
};

}  // namespace nano
