// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Only one class is inside; nested classes and lambdas of its members belong to it.
// inside: shop::Basket
// min-incalls: 5
#include <cstdio>
#include <string>
#include <vector>

namespace shop {
double price(const std::string& name) { return static_cast<double>(name.size()) * 1.5; }

class Basket {
 public:
  void add(const std::string& name, int n) { items_.push_back({name, n}); }
  double total() const {
    double sum = 0;
    for_each([&](const Item& item) { sum += item.cost(); });
    return sum;
  }

 private:
  struct Item {
    std::string name;
    int count;
    double cost() const { return price(name) * count; }
  };
  template <class F>
  void for_each(const F& f) const {
    for (const Item& item : items_) f(item);
  }
  std::vector<Item> items_;
};

double discount(const Basket& basket) { return basket.total() * 0.9; }
}  // namespace shop

int main() {
  shop::Basket basket;
  basket.add("apple", 3);
  basket.add("a pineapple from far away", 1);
  std::printf("%g %g\n", basket.total(), shop::discount(basket));
}
