// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exceptions thrown while others are being handled or unwound; std::nested_exception.
// inside: inside::
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

namespace outside {
int parse(int v) {
  if (v % 3 == 0) throw std::invalid_argument("bad " + std::to_string(v));
  return v;
}
}  // namespace outside

namespace inside {
struct Closer {
  int& log;
  ~Closer() {
    try {
      outside::parse(9);
    } catch (const std::exception&) {
      log = log * 10 + std::uncaught_exceptions();
    }
  }
};
int log = 0;
int load(int v) {
  Closer closer{log};
  try {
    return outside::parse(v);
  } catch (...) {
    std::throw_with_nested(std::runtime_error("load failed"));
  }
}
std::string describe(const std::exception& e) {
  std::string text = e.what();
  try {
    std::rethrow_if_nested(e);
  } catch (const std::exception& inner) {
    text += " <- " + describe(inner);
  }
  return text;
}
std::string attempt(int v) {
  try {
    return std::to_string(load(v));
  } catch (const std::exception& e) {
    return describe(e);
  }
}
}  // namespace inside

int main() {
  for (int v = 1; v < 5; ++v) std::printf("%s %d\n", inside::attempt(v).c_str(), inside::log);
  try {
    inside::load(6);
  } catch (const std::exception& e) {
    std::printf("%s\n", inside::describe(e).c_str());
  }
}
