// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The contacts of an address book, in order of their names.
#pragma once
#include <map>
#include <memory>
#include <string>

#include "contact.h"

namespace mail {

class Folder {
 public:
  explicit Folder(const std::string& name);

  // A contact of the same name is replaced.
  void add(std::unique_ptr<Contact> contact);

  size_t size() const;
  int count_domain(const std::string& top_level) const;

  // "name: 3 contacts, 2 with a phone"
  std::string summary() const;

 private:
  std::string name_;
  std::map<std::string, std::unique_ptr<Contact>> contacts_;  // by sort name
};

}  // namespace mail
