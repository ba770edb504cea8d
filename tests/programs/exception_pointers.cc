// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::exception_ptr captured on one side and rethrown on the other, later.
// inside: inside::
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

namespace outside {
std::vector<std::exception_ptr> kept;
void keep(std::exception_ptr p) { kept.push_back(p); }
void fail(int v) { throw std::range_error("outside " + std::to_string(v)); }
}  // namespace outside

namespace inside {
void capture(int v) {
  try {
    if (v % 2) outside::fail(v);
    throw std::domain_error("inside " + std::to_string(v));
  } catch (...) {
    outside::keep(std::current_exception());
  }
}
std::string release(int i) {
  try {
    std::rethrow_exception(outside::kept.at(static_cast<size_t>(i)));
  } catch (const std::range_error& e) {
    return std::string("range ") + e.what();
  } catch (const std::domain_error& e) {
    return std::string("domain ") + e.what();
  } catch (const std::out_of_range&) {
    return "none";
  }
}
}  // namespace inside

int main() {
  for (int i = 0; i < 4; ++i) inside::capture(i);
  for (int i = 0; i < 5; ++i) std::printf("%s\n", inside::release(i).c_str());
  try {
    std::rethrow_exception(outside::kept[2]);
  } catch (const std::exception& e) {
    std::printf("%s\n", e.what());
  }
  outside::kept.clear();
}
