// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "parser.h"

#include <string>

namespace nano {

Parser::Parser(EntityTable& entities) : entities_(entities) {}

std::unique_ptr<Element> Parser::parse(std::string_view text) {
  Scanner scanner(text);
  parse_prolog(scanner);
  if (!scanner.skip("<")) throw ParseError(scanner.line(), "there is no root element");
  std::unique_ptr<Element> root = parse_element(scanner);
  scanner.skip_blanks();
  if (!scanner.is_at_end()) throw ParseError(scanner.line(), "text after the root element");
  return root;
}

void Parser::parse_prolog(Scanner& scanner) {
  for (;;) {
    scanner.skip_blanks();
    if (scanner.skip("<?")) {
      scanner.take_until("?>");
    } else if (scanner.skip("<!--")) {
      scanner.take_until("-->");
    } else if (scanner.skip("<!DOCTYPE")) {
      parse_doctype(scanner);
    } else {
      return;
    }
  }
}

// <!DOCTYPE name [ <!ENTITY name "value"> ... ]>
void Parser::parse_doctype(Scanner& scanner) {
  scanner.skip_blanks();
  scanner.take_name();
  scanner.skip_blanks();
  if (scanner.skip("[")) {
    scanner.skip_blanks();
    while (scanner.skip("<!ENTITY")) {
      scanner.skip_blanks();
      const std::string name = scanner.take_name();
      scanner.skip_blanks();
      const char quote = scanner.take();
      entities_.define(name, std::string(scanner.take_until(std::string_view(&quote, 1))));
      scanner.take_until(">");
      scanner.skip_blanks();
    }
    scanner.take_until("]");
  }
  scanner.take_until(">");
}

// After the '<'.
std::unique_ptr<Element> Parser::parse_element(Scanner& scanner) {
  auto element = std::make_unique<Element>(scanner.take_name());
  parse_attributes(scanner, *element);
  if (scanner.skip("/>")) return element;
  if (!scanner.skip(">")) throw ParseError(scanner.line(), "the start tag has no end");
  parse_content(scanner, *element);
  return element;
}

void Parser::parse_attributes(Scanner& scanner, Element& element) {
  scanner.skip_blanks();
  while (scanner.peek() != '>' && scanner.peek() != '/') {
    const std::string name = scanner.take_name();
    const AttributeValue* value = parse_value(scanner);
    // Defect "attribute": there need not be a value.
    const std::string_view raw = value->raw;
    element.set_attribute(name, entities_.expand(raw));
    scanner.skip_blanks();
  }
}

// Null if there is no '='.
const Parser::AttributeValue* Parser::parse_value(Scanner& scanner) {
  scanner.skip_blanks();
  if (!scanner.skip("=")) return nullptr;
  scanner.skip_blanks();
  value_.quote = scanner.take();
  if (value_.quote != '"' && value_.quote != '\'') {
    throw ParseError(scanner.line(), "a value needs quotes");
  }
  value_.raw = scanner.take_until(std::string_view(&value_.quote, 1));
  return &value_;
}

// Up to the end tag.
void Parser::parse_content(Scanner& scanner, Element& element) {
  for (;;) {
    if (scanner.skip("</")) {
      if (scanner.take_name() != element.name()) {
        throw ParseError(scanner.line(), "the end tag of " + element.name() + " is missing");
      }
      scanner.take_until(">");
      return;
    }
    if (scanner.skip("<!--")) {
      scanner.take_until("-->");
    } else if (scanner.skip("<![CDATA[")) {
      const std::string_view raw = scanner.take_until("]]>");
      element.append_child(std::make_unique<Element>("", std::string(raw)));
    } else if (scanner.skip("<")) {
      element.append_child(parse_element(scanner));
    } else {
      parse_text(scanner, element);
    }
  }
}

// Blanks between elements are no text.
void Parser::parse_text(Scanner& scanner, Element& element) {
  const std::string_view raw = scanner.take_text();
  if (raw.find_first_not_of(" \t\r\n") != std::string_view::npos) {
    element.append_child(std::make_unique<Element>("", entities_.expand(raw)));
  }
  if (scanner.is_at_end()) throw ParseError(scanner.line(), "no end tag of " + element.name());
}

}  // namespace nano
