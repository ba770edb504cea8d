// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A node of the document tree: an element with a name, or a text without one.
#pragma once
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace nano {

// A change to the tree that makes no sense.
struct TreeError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Element {
 public:
  using Children = std::vector<std::unique_ptr<Element>>;
  using Attributes = std::vector<std::pair<std::string, std::string>>;

  explicit Element(std::string name, std::string text = "");

  const std::string& name() const { return name_; }
  const std::string& text() const { return text_; }
  bool is_text() const { return name_.empty(); }
  const Children& children() const { return children_; }
  const Attributes& attributes() const { return attributes_; }

  // Replaces the value if there is one.
  void set_attribute(const std::string& name, const std::string& value);

  // Null if there is no such attribute.
  const std::string* attribute(const std::string& name) const;

  Element& append_child(std::unique_ptr<Element> child);

  // Throws TreeError if `sibling` is not a child of this element.
  Element& insert_after(const Element* sibling, std::unique_ptr<Element> child);

  // The child belongs to the caller then. Throws TreeError if it is not a child.
  std::unique_ptr<Element> remove_child(const Element* child);

 private:
  // children_.size() if it is not a child.
  size_t index_of(const Element* child) const;

  std::string name_;
  std::string text_;
  Attributes attributes_;
  Children children_;
  const Element* last_child_ = nullptr;
};

}  // namespace nano
