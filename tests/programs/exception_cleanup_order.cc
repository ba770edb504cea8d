// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Destructors of partly built objects, arrays and arguments run in the right order on unwinding.
// inside: inside::
#include <cstdio>
#include <stdexcept>
#include <string>

namespace outside {
std::string trail;
void note(char c) { trail += c; }
void maybe_throw(int when, int now) {
  if (when == now) throw std::runtime_error("step " + std::to_string(now));
}
}  // namespace outside

namespace inside {
struct Part {
  char name;
  Part(char n, int when, int now) : name(n) {
    outside::maybe_throw(when, now);
    outside::note(n);
  }
  ~Part() { outside::note(static_cast<char>(name - 'a' + 'A')); }
};
struct Whole {
  Part first, second;
  Part array[2];
  explicit Whole(int when)
      : first('a', when, 1), second('b', when, 2), array{{'c', when, 3}, {'d', when, 4}} {
    outside::maybe_throw(when, 5);
  }
};
struct Function {
  Part part;
  explicit Function(int when) try : part('e', when, 6) {
    outside::maybe_throw(when, 7);
  } catch (const std::exception&) {
    outside::note('!');
  }
};
int build(int when) {
  Part local('l', when, 0);
  auto* whole = new Whole(when);
  delete whole;
  Function function(when);
  return function.part.name;
}
int run(int when) {
  try {
    return build(when);
  } catch (const std::runtime_error& e) {
    return e.what()[5];
  }
}
}  // namespace inside

int main() {
  for (int when = 0; when < 9; ++when) {
    int result = inside::run(when);
    std::printf("%d %s\n", result, outside::trail.c_str());
    outside::trail.clear();
  }
}
