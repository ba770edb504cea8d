// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The outside throws, the inside catches: by value, by reference, by base, by pointer, by "...".
// inside: inside::
#include <cstdio>
#include <new>
#include <stdexcept>
#include <string>

namespace outside {
struct Base {
  int code = 1;
  virtual ~Base() = default;
};
struct Derived : Base {
  int extra = 2;
};
int fail(int how) {
  switch (how) {
    case 0:
      throw 42;
    case 1:
      throw Derived();
    case 2:
      throw std::runtime_error("a message from outside");
    case 3:
      throw "literal";
    case 4:
      throw new Derived();
    case 5:
      throw std::string("a string that is too long for the small buffer");
    case 6:
      throw std::bad_alloc();
    case 7:
      throw 2.5;
  }
  return how;
}
}  // namespace outside

namespace inside {
int attempt(int how) {
  try {
    return outside::fail(how);
  } catch (int v) {
    return v;
  } catch (const outside::Base& b) {
    auto* derived = dynamic_cast<const outside::Derived*>(&b);
    return 1000 + b.code + (derived ? derived->extra : 0);
  } catch (const std::bad_alloc&) {
    return 2000;
  } catch (const std::exception& e) {
    return 3000 + e.what()[2];
  } catch (const char* text) {
    return 4000 + text[0];
  } catch (outside::Base* b) {
    int code = b->code;
    delete b;
    return 5000 + code;
  } catch (const std::string& s) {
    return 6000 + static_cast<int>(s.size());
  } catch (...) {
    return 7000;
  }
}
}  // namespace inside

int main() {
  for (int how = 0; how < 10; ++how) std::printf("%d\n", inside::attempt(how));
}
