// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One person in an address book.
#pragma once
#include <string>
#include <vector>

namespace mail {

class Contact {
 public:
  explicit Contact(const std::string& name);

  // "ada@example.org"; lower case is kept.
  void add_address(const std::string& address);

  // Keeps the digits and a leading '+' only.
  void set_phone(const std::string& phone);

  // "Lovelace, Ada" for "Ada Lovelace".
  std::string sort_name() const;

  std::string phone() const;
  size_t address_count() const;

  // True if an address of this person ends like this: ".org".
  bool has_domain(const std::string& top_level) const;

 private:
  struct Address {
    std::string text;
    std::string top_level;
  };

  std::string name_;
  std::string phone_;
  std::vector<Address> addresses_;
};

}  // namespace mail
