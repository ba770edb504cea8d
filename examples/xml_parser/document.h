// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A document: its tree and what can be done with the whole of it.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "element.h"
#include "entity_table.h"

namespace nano {

class Document {
 public:
  Document() = default;

  // Replaces the tree. Throws ParseError.
  void load(std::string_view text);

  // Takes the elements with obsolete="yes" out of the tree and leaves a note in their parents.
  // Returns their number.
  int drop_obsolete();

  std::string write() const;

 private:
  void drop_obsolete_below(Element& parent);
  static void write_element(const Element& element, int depth, std::string& out);
  static std::string escape(const std::string& text);

  EntityTable entities_;
  std::unique_ptr<Element> root_;
  std::vector<std::unique_ptr<Element>> dropped_;  // for an undo
};

}  // namespace nano
