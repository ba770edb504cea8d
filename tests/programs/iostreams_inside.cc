// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cout, cerr, string streams and manipulators used by the inside; cin read by it.
// inside: inside::
// stdin: 12 words 3.5
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

namespace outside {
struct Point {
  int x, y;
};
std::ostream& operator<<(std::ostream& to, const Point& p) {
  return to << '(' << p.x << ',' << p.y << ')';
}
}  // namespace outside

namespace inside {
struct Wrapped {
  int v;
};
std::ostream& operator<<(std::ostream& to, const Wrapped& w) { return to << "<" << w.v << ">"; }
std::string format(int n) {
  std::ostringstream text;
  text << std::hex << n << ' ' << std::setw(6) << std::setfill('*') << 42 << std::dec << ' '
       << std::fixed << std::setprecision(3) << n / 7.0 << ' ' << outside::Point{n, 2} << Wrapped{n}
       << std::boolalpha << (n > 3);
  return text.str();
}
void run(int n) {
  int number = 0;
  std::string word;
  double real = 0;
  std::cin >> number >> word >> real;
  std::cout << "read " << number << ' ' << word << ' ' << real << std::endl;
  std::cerr << "to the error stream " << n << '\n';
  std::istringstream in("1 2 3 x 4");
  int sum = 0;
  for (int v; in >> v;) sum += v;
  std::cout << sum << in.fail() << '\n' << format(n) << '\n';
}
}  // namespace inside

int main() {
  inside::run(255);
  std::cout << inside::Wrapped{5} << '\n';
}
