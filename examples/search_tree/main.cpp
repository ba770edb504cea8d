// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A shop with some departments; the last thing it does depends on the scenario.
#include <cstring>
#include <iostream>
#include <string>

#include "catalogue.h"

namespace {

// Article numbers that look random, the same ones in every run.
class ArticleNumbers {
 public:
  int next() {
    state_ = state_ * 1103515245 + 12345;
    return static_cast<int>(state_ / 65536 % 9000) + 1000;
  }

 private:
  unsigned state_ = 1;
};

// Only the articles with the smallest numbers leave the shop or are favoured: both are safe.
void run_quiet_department(const std::string& name, ArticleNumbers& numbers) {
  shop::Catalogue catalogue(name);
  int smallest = 10'000;
  for (int i = 0; i < 120; ++i) {
    const int article = numbers.next();
    if (article < smallest) smallest = article;
    catalogue.add(article);
    catalogue.has(numbers.next());
  }
  catalogue.favour(smallest);
  catalogue.withdraw(smallest);
  std::cout << catalogue.listing().size() << " characters of " << name << "\n";
}

void fill_tools(shop::Catalogue& tools, ArticleNumbers& numbers) {
  for (const int article : {5000, 3000, 8000, 9000, 7999, 5001, 2000, 4000}) tools.add(article);
  for (int i = 0; i < 40; ++i) tools.add(numbers.next());
  std::cout << tools.listing() << "\n";
}

}  // namespace

int main(int argc, char** argv) {
  const char* scenario = argc == 2 ? argv[1] : "";
  if (std::strcmp(scenario, "withdraw") != 0 && std::strcmp(scenario, "favour") != 0) {
    std::cerr << "usage: search_tree withdraw|favour\n";
    return 2;
  }
  ArticleNumbers numbers;
  for (const char* name : {"toys", "books", "garden", "kitchen"}) {
    run_quiet_department(name, numbers);
  }
  shop::Catalogue tools("tools");
  fill_tools(tools, numbers);
  if (std::strcmp(scenario, "withdraw") == 0) {
    tools.withdraw(5000);
  } else {
    tools.favour(8000);
    tools.withdraw(7999);
  }
  std::cout << tools.listing() << "\n";
  return 0;
}
