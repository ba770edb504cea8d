// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "contact.h"

namespace mail {

Contact::Contact(const std::string& name) : name_(name) {}

void Contact::add_address(const std::string& address) {
  const size_t dot = address.rfind('.');
  // The defect: an address without a dot has no top-level domain.
  addresses_.push_back({address, address.substr(dot)});
}

void Contact::set_phone(const std::string& phone) {
  phone_.clear();
  for (const char c : phone) {
    const bool is_plus = c == '+' && phone_.empty();
    if (is_plus || (c >= '0' && c <= '9')) phone_ += c;
  }
}

std::string Contact::sort_name() const {
  const size_t blank = name_.rfind(' ');
  if (blank == std::string::npos) return name_;
  return name_.substr(blank + 1) + ", " + name_.substr(0, blank);
}

std::string Contact::phone() const { return phone_; }

size_t Contact::address_count() const { return addresses_.size(); }

bool Contact::has_domain(const std::string& top_level) const {
  for (const Address& address : addresses_) {
    if (address.top_level == top_level) return true;
  }
  return false;
}

}  // namespace mail
