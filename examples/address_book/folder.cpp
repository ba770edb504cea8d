// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "folder.h"

#include <utility>

namespace mail {

Folder::Folder(const std::string& name) : name_(name) {}

void Folder::add(std::unique_ptr<Contact> contact) {
  const std::string key = contact->sort_name();
  contacts_[key] = std::move(contact);
}

size_t Folder::size() const { return contacts_.size(); }

int Folder::count_domain(const std::string& top_level) const {
  int count = 0;
  for (const auto& [name, contact] : contacts_) count += contact->has_domain(top_level);
  return count;
}

std::string Folder::summary() const {
  int with_phone = 0;
  for (const auto& [name, contact] : contacts_) with_phone += !contact->phone().empty();
  return name_ + ": " + std::to_string(contacts_.size()) + " contacts, " +
         std::to_string(with_phone) + " with a phone";
}

}  // namespace mail
