# Calls of the inside that the user's build inlined, devirtualised or reached through tables, templates and aliases.
source "$CUTAWAY_SOURCE/tests/weave/affected.inc"
cat >shape.h <<'CODE'
#pragma once
#include <cstdio>
#include <map>
#include <memory>
#include <vector>
struct Shape { virtual ~Shape() = default; virtual int area() const { return 1; } };
struct Square final : Shape {
  explicit Square(int s) : side(s) { ++made(); }
  ~Square() override { ++made(); }
  int area() const override { return side * side; }
  static int& made() { static int count = 0; return count; }
  static inline int scale = 3;
  template <typename T> T times(T v) const { return v * side; }
  int side;
};
struct Wide : virtual Shape { explicit Wide(int w) : width(w) {} int area() const override { return Square(width).area() + width; } int width; };
inline int wrapper(const Square& s) { return s.area() + s.times(2); }
inline int wrapper2(const Square& s) { return wrapper(s) + 1; }
CODE
cat >user.cc <<'CODE'
#include "shape.h"
namespace { struct Hidden : Shape { int area() const override { return Square(4).area(); } }; }
static int local_wrapper(const Square& s) { return wrapper2(s) * Square::scale; }
static int (*const table[])(const Square&) = {local_wrapper, wrapper, [](const Square& s) { return s.area() - 1; }};
int (*exported[])(const Square&) = {wrapper2, local_wrapper};
static int apply(int (*f)(const Square&), const Square& s) { return f(s) + f(s); }   // gets a constant pointer
int direct(int v) { Square s(v); return s.area(); }
int twice_removed(int v) { Square s(v); return wrapper2(s) + apply(wrapper, s) + apply(local_wrapper, s); }
int by_table(int v) { Square s(v); int sum = 0; for (auto f : table) sum += f(s); return sum + exported[v & 1](s); }
int by_base(int v) { std::unique_ptr<Shape> s(new Square(v)); return s->area(); }    // devirtualised
int by_virtual_base(int v) { Wide w(v); const Shape& s = w; return s.area(); }
int by_hidden() { Hidden h; const Shape& s = h; return s.area(); }
int by_template(int v) { std::map<int, Square> all; all.emplace(v, Square(v)); return (int)all.begin()->second.times(1.5); }
int by_vector(int v) { std::vector<Square> all; for (int i = 0; i < v; i++) all.emplace_back(i); int n = 0; for (auto& s : all) n += s.area(); return n; }
__attribute__((noinline)) static int not_inlined(const Shape& s) { return s.area(); }
int by_pointer(int v) { Square s(v); int (Square::*f)() const = &Square::area; return (s.*f)() + not_inlined(s); }
CODE
cat >other.cc <<'CODE'
#include "shape.h"
int direct(int); int twice_removed(int); int by_table(int); int by_base(int); int by_virtual_base(int); int by_hidden();
int by_template(int); int by_vector(int); int by_pointer(int);
extern int (*exported[])(const Square&);
static Square global(Square::scale);
int main() {
  int sum = 0;
  for (int v = 0; v < 6; v++)
    sum = sum * 5 + direct(v) + twice_removed(v) + by_table(v) + by_base(v) + by_virtual_base(v) + by_hidden() + by_template(v) +
          by_vector(v) + by_pointer(v) + wrapper2(global) + (exported[0] == wrapper2);
  std::printf("%d %d\n", sum, Square::made());
}
CODE
awk 'BEGIN { for (i = 0; i < 300; i++) printf "long bulk%d(long v) { for (int i = 0; i < v; i++) v = v * %d ^ i; return v; }\n", i, i + 3 }' >>user.cc
for options in -O1 -O3 -Os '-O2 -fPIC'; do
  for unit in user other; do cutaway-c++ -std=c++17 $options -c $unit.cc -o $unit.o; done
  cutaway-c++ user.o other.o -o app
  expect_no_difference --inside Square
  expect_no_difference --inside Square::area --inside Wide
  expect_no_difference --inside local_wrapper
  expect_no_difference --inside '(anonymous namespace)::Hidden'
done
expect_affected 1
