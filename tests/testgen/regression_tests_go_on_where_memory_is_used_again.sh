# What a call that is left out made is gone when it is freed: another object may be in the same place.
cat >list.h <<'CODE'
struct Item {
  int value;
  int twice() const;
};
class List {
 public:
  List() = default;
  ~List();
  bool load(const char* path);
  void put(int value);
  Item* item();
 private:
  Item* item_ = nullptr;
};
CODE
cat >list.cpp <<'CODE'
#include "list.h"
#include <cstdio>
int Item::twice() const { return 2 * value; }
List::~List() { delete item_; }
bool List::load(const char* path) {
  std::FILE* file = std::fopen(path, "r");
  if (!file) return false;
  put(std::fgetc(file));
  return std::fclose(file) == 0;
}
void List::put(int value) {
  delete item_;
  item_ = new Item{value};
}
Item* List::item() { return item_; }
CODE
cat >main.cpp <<'CODE'
#include "list.h"
int main(int, char** argv) {
  Item* first = nullptr;
  {
    List list;
    list.load(argv[1]);
    first = list.item();
    if (first->twice() != 2 * 'x') return 1;
  }
  List list;
  list.put(21);
  return list.item() == first && list.item()->twice() == 42 ? 0 : 1;
}
CODE
echo x >text
cutaway-c++ -g -O0 -std=c++17 main.cpp list.cpp -o app
cutaway record -q --inside list.cpp -o run.cut -- ./app "$PWD/text"
cutaway testgen --regression run.cut -o tests >said
expect_text said 'the run reads'
expect_text tests/*_test.cc '->twice(), 42);'
if grep -q '240' tests/*_test.cc; then fail "what was read from a file is expected"; fi
