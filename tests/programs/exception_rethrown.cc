// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// throw; and catch-modify-rethrow on both sides; the object keeps its identity.
// inside: inside::
#include <cstdio>
#include <stdexcept>
#include <string>

struct Trail {
  std::string text;
};

namespace outside {
void start(int how) {
  if (how % 2) throw Trail{"o"};
  throw how;
}
void through(int how);
void rethrow() { throw; }
}  // namespace outside

namespace inside {
void middle(int how) {
  try {
    outside::start(how);
  } catch (Trail& t) {
    t.text += "i";
    throw;
  } catch (int v) {
    if (v > 1) throw Trail{"new"};
    outside::rethrow();
  }
}
std::string top(int how) {
  try {
    outside::through(how);
  } catch (Trail& t) {
    try {
      t.text += "t";
      outside::rethrow();
    } catch (const Trail& same) {
      return same.text + (&same == &t ? "=" : "!");
    }
  } catch (int v) {
    return "int" + std::to_string(v);
  }
  return "none";
}
}  // namespace inside

void outside::through(int how) {
  try {
    inside::middle(how);
  } catch (Trail& t) {
    t.text += "x";
    throw;
  }
}

int main() {
  for (int how = 0; how < 4; ++how) std::printf("%s\n", inside::top(how).c_str());
}
