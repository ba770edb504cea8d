// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The articles of one department.
#pragma once
#include <string>

#include "search_tree.h"

namespace shop {

class Catalogue {
 public:
  explicit Catalogue(std::string department);

  void add(int article);

  // The article is sold no more.
  void withdraw(int article);

  // The article is asked for often.
  void favour(int article);

  bool has(int article) const;

  // "department: article article ...", in ascending order.
  std::string listing() const;

 private:
  std::string department_;
  SearchTree articles_;
};

}  // namespace shop
