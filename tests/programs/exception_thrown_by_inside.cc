// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inside throws through its entry, the outside catches and reads the object.
// inside: inside::
#include <cstdio>
#include <stdexcept>
#include <string>

namespace outside {
int check(int v) { return v % 4; }
}  // namespace outside

namespace inside {
class Error : public std::runtime_error {
 public:
  Error(const std::string& what, int code) : std::runtime_error(what), code_(code) {}
  int code() const { return code_; }

 private:
  int code_;
};
struct Guard {
  int& depth;
  explicit Guard(int& d) : depth(d) { ++depth; }
  ~Guard() { --depth; }
};
int depth = 0;
int run(int v) {
  Guard guard(depth);
  if (v > 6) return run(v - 5) + 1;
  switch (outside::check(v)) {
    case 0:
      throw v;
    case 1:
      throw Error("error number " + std::to_string(v), v * 11);
    case 2:
      throw std::out_of_range("range");
  }
  return v;
}
}  // namespace inside

int main() {
  for (int v = 0; v < 12; ++v) {
    try {
      std::printf("value %d\n", inside::run(v));
    } catch (const inside::Error& e) {
      std::printf("%s %d\n", e.what(), e.code());
    } catch (const std::exception& e) {
      std::printf("%s\n", e.what());
    } catch (int i) {
      std::printf("int %d\n", i);
    }
    if (inside::depth != 0) return 1;
  }
}
