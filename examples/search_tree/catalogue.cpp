// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "catalogue.h"

#include <utility>

namespace shop {

Catalogue::Catalogue(std::string department) : department_(std::move(department)) {}

void Catalogue::add(int article) { articles_.insert(article); }

void Catalogue::withdraw(int article) { articles_.remove(article); }

void Catalogue::favour(int article) { articles_.promote(article); }

bool Catalogue::has(int article) const { return articles_.contains(article); }

std::string Catalogue::listing() const {
  std::string text = department_ + ":";
  for (const int article : articles_.keys()) text += " " + std::to_string(article);
  return text;
}

}  // namespace shop
