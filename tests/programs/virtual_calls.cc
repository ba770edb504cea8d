// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each side calls virtual functions that the other overrides.
// inside: inside::
// min-incalls: 4
#include <cstdio>
#include <memory>

namespace outside {
struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
  virtual const char* name() const { return "shape"; }
};
struct Square : Shape {
  double side;
  explicit Square(double s) : side(s) {}
  double area() const override { return side * side; }
};
double total(const Shape* const* shapes, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += shapes[i]->area() + shapes[i]->name()[0];
  return sum;
}
}  // namespace outside

namespace inside {
struct Circle : outside::Shape {
  double radius;
  explicit Circle(double r) : radius(r) {}
  ~Circle() override { std::printf("circle gone\n"); }
  double area() const override { return 3 * radius * radius; }
  const char* name() const override { return "circle"; }
};
struct Ring final : Circle {
  using Circle::Circle;
  double area() const override { return Circle::area() - 1; }
};
double compare(const outside::Shape& a, const outside::Shape& b) {
  const outside::Shape* both[] = {&a, &b};
  return a.area() - b.area() + outside::total(both, 2) + a.name()[1];
}
std::unique_ptr<outside::Shape> make(double r) {
  if (r > 2) return std::make_unique<Ring>(r);
  return std::make_unique<Circle>(r);
}
}  // namespace inside

int main() {
  outside::Square square(2);
  auto circle = inside::make(1), ring = inside::make(3);
  std::printf("%g\n", inside::compare(*circle, square));
  std::printf("%g %g %s\n", inside::compare(square, *ring), ring->area(), ring->name());
}
