// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes a tree of elements from an XML text.
#pragma once
#include <memory>
#include <string_view>

#include "element.h"
#include "entity_table.h"
#include "scanner.h"

namespace nano {

class Parser {
 public:
  // The parser adds the entities that a document defines.
  explicit Parser(EntityTable& entities);

  // Returns the root element. Throws ParseError.
  std::unique_ptr<Element> parse(std::string_view text);

 private:
  struct AttributeValue {
    std::string_view raw;
    char quote;
  };

  void parse_prolog(Scanner& scanner);
  void parse_doctype(Scanner& scanner);
  std::unique_ptr<Element> parse_element(Scanner& scanner);
  void parse_attributes(Scanner& scanner, Element& element);
  const AttributeValue* parse_value(Scanner& scanner);
  void parse_content(Scanner& scanner, Element& element);
  void parse_text(Scanner& scanner, Element& element);

  EntityTable& entities_;
  AttributeValue value_{};  // the last one
};

}  // namespace nano
