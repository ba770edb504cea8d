// The outside allocates each line where the last one was, and has its orders in frames where the
// last ones were. What the failing call reads has been written there by the inside before: but it
// is the outside that has written the same bytes since.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#ifdef ALLOCATES_BY_POINTER
static void* (*volatile allocate)(size_t) = std::malloc;
#else
static void* allocate(size_t size) { return std::malloc(size); }
#endif

struct Order {
  long article;
  long count;
};

class Shop {
 public:
  void check(const char* line, const Order& order) const {
    const bool is_sold = order.article == 7 && order.count == 0;
    if (is_sold && line[0] == 'a' && line[1] == 0 && line[2] == 'b') std::abort();
  }
  void sell(char* line, Order& order) {
    if (char* comma = std::strchr(line, ',')) *comma = 0;
    order.count = 0;
    ++sold_;
  }

 private:
  long sold_ = 0;
};

__attribute__((noinline)) static void serve(Shop& shop, const char* text, long count) {
  constexpr size_t k_offset = 24;  // free() writes at the start of a block
  char* line = static_cast<char*>(allocate(k_offset + 4));
  Order order{7, count};
  std::memcpy(line + k_offset, text, 4);
  shop.check(line + k_offset, order);
  shop.sell(line + k_offset, order);
  std::free(line);
}

int main() {
  Shop shop;
  for (int i = 0; i < 20; ++i) {
    serve(shop, "a,b", 1 + i);
    std::printf("%d\n", i);
  }
  serve(shop, "a\0b", 0);
}
