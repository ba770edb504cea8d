// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "document.h"

#include <utility>

#include "parser.h"

namespace nano {

void Document::load(std::string_view text) {
  Parser parser(entities_);
  root_ = parser.parse(text);
}

int Document::drop_obsolete() {
  const size_t before = dropped_.size();
  if (root_ != nullptr) drop_obsolete_below(*root_);
  return static_cast<int>(dropped_.size() - before);
}

void Document::drop_obsolete_below(Element& parent) {
  std::vector<const Element*> obsolete;
  for (const auto& child : parent.children()) {
    const std::string* mark = child->attribute("obsolete");
    if (mark != nullptr && *mark == "yes") {
      obsolete.push_back(child.get());
    } else {
      drop_obsolete_below(*child);
    }
  }
  for (const Element* child : obsolete) {
    dropped_.push_back(parent.remove_child(child));
    parent.append_child(std::make_unique<Element>("dropped", "was " + child->name()));
  }
}

std::string Document::write() const {
  std::string out;
  if (root_ != nullptr) write_element(*root_, 0, out);
  return out;
}

void Document::write_element(const Element& element, int depth, std::string& out) {
  out.append(2 * depth, ' ');
  if (element.is_text()) {
    out += escape(element.text()) + "\n";
    return;
  }
  out += "<" + element.name();
  for (const auto& [name, value] : element.attributes()) {
    out += " " + name + "=\"" + escape(value) + "\"";
  }
  out += element.children().empty() ? "/>\n" : ">\n";
  for (const auto& child : element.children()) write_element(*child, depth + 1, out);
  if (!element.children().empty()) {
    out.append(2 * depth, ' ');
    out += "</" + element.name() + ">\n";
  }
}

std::string Document::escape(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '<') escaped += "&lt;";
    else if (c == '&') escaped += "&amp;";
    else if (c == '"') escaped += "&quot;";
    else escaped += c;
  }
  return escaped;
}

}  // namespace nano
