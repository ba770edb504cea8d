// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "element.h"

namespace nano {

Element::Element(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)) {}

void Element::set_attribute(const std::string& name, const std::string& value) {
  for (auto& [known, old_value] : attributes_) {
    if (known == name) {
      old_value = value;
      return;
    }
  }
  attributes_.emplace_back(name, value);
}

const std::string* Element::attribute(const std::string& name) const {
  for (const auto& [known, value] : attributes_) {
    if (known == name) return &value;
  }
  return nullptr;
}

size_t Element::index_of(const Element* child) const {
  size_t index = 0;
  while (index < children_.size() && children_[index].get() != child) ++index;
  return index;
}

Element& Element::append_child(std::unique_ptr<Element> child) {
  if (last_child_ != nullptr) return insert_after(last_child_, std::move(child));
  children_.push_back(std::move(child));
  last_child_ = children_.back().get();
  return *children_.back();
}

Element& Element::insert_after(const Element* sibling, std::unique_ptr<Element> child) {
  const size_t index = index_of(sibling);
  if (index == children_.size()) throw TreeError("insert_after: no such child");
  if (sibling == last_child_) last_child_ = child.get();
  return **children_.insert(children_.begin() + index + 1, std::move(child));
}

std::unique_ptr<Element> Element::remove_child(const Element* child) {
  const size_t index = index_of(child);
  if (index == children_.size()) throw TreeError("remove_child: no such child");
  std::unique_ptr<Element> removed = std::move(children_[index]);
  // Defect "remove": last_child_ still names the child if it was the last one.
  children_.erase(children_.begin() + index);
  return removed;
}

}  // namespace nano
