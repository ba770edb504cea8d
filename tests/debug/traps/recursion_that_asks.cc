// Endless recursion that calls the outside at each step: where the recording ends the stack of a
// replay, whose frames are smaller or larger, is not full yet.
#include <cstdlib>
#include <string>

class Template {
 public:
  void define(int name, int uses) { uses_[name % 16] = uses; }
  __attribute__((noinline)) std::string expand(int name) const {
    const char* prefix = std::getenv("PREFIX");
    std::string text(40, static_cast<char>('a' + name % 16));
    if (prefix != nullptr) text += prefix;
    if (uses_[name % 16] != 0) text += expand(uses_[name % 16]);
    return text;
  }

 private:
  int uses_[16] = {};
};

int main() {
  Template templates;
  size_t size = 0;
  for (int i = 1; i < 60; ++i) {
    templates.define(i % 15 + 1, 0);
    size += templates.expand(i % 15 + 1).size();
  }
  templates.define(3, 5);
  size += templates.expand(3).size();
  templates.define(5, 3);
  size += templates.expand(3).size();
  return size == 0;
}
