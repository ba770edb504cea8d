// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Heavy header code (regex, charconv, chrono durations) run by the inside.
// inside: inside::
#include <charconv>
#include <chrono>
#include <cstdio>
#include <regex>
#include <string>

namespace outside {
std::string text() { return "2024-03-15 and 1999-12-31, not 12-34"; }
}  // namespace outside

namespace inside {
int years(const std::string& text) {
  const std::regex date("(\\d{4})-(\\d{2})-(\\d{2})");
  int sum = 0;
  for (std::sregex_iterator it(text.begin(), text.end(), date), end; it != end; ++it) {
    const std::string year = (*it)[1];
    int value = 0;
    std::from_chars(year.data(), year.data() + year.size(), value);
    sum += value;
  }
  return sum;
}
std::string replaced(const std::string& text) {
  std::string result = std::regex_replace(text, std::regex("[0-9]+"), "#");
  char digits[16];
  auto end =
      std::to_chars(digits, digits + 16, std::chrono::milliseconds(std::chrono::hours(3)).count())
          .ptr;
  return result.append(digits, end);
}
}  // namespace inside

int main() {
  std::printf("%d\n%s\n", inside::years(outside::text()),
              inside::replaced(outside::text()).c_str());
}
