// What the outside hands over holds addresses of literals, which the failure does not need.
#include <cstdlib>

struct Entry {
  const char* name;
  const char* unit;
  long amount;
};

class Stock {
 public:
  void take(const Entry* entry) {
    last_name_ = entry->name;
    if (entry->amount < 0 && entry->unit != nullptr) std::abort();
  }

 private:
  const char* last_name_ = nullptr;
};

int main() {
  Stock stock;
  Entry* entry = new Entry{"screws", "pieces", 12};
  for (int i = 0; i < 20; ++i) {
    entry->name = i % 2 == 0 ? "nails" : "bolts";
    entry->amount = 19 - i;
    stock.take(entry);
  }
  entry->name = "nuts";
  entry->amount = -1;
  stock.take(entry);
}
