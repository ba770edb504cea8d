# Texts of which strtol, std::stod and the like read numbers are written whole, and such calls are the test's own.
cat >shape.h <<'END'
#include <string>
#include <vector>
struct Point { double x, y; };
class Path {
 public:
  void parse(const char* text);
  void scale(const std::string& factors);
  double slope(int first) const;
 private:
  std::vector<Point> points_;
};
int cell(const char* row, int column);
END
cat >shape.cc <<'END'
#include "shape.h"
#include <cstdlib>
#include <cstring>
void Path::parse(const char* text) {
  points_.clear();
  while (*text) {
    char* end;
    double x = strtod(text, &end);
    if (end == text || *end != ',') throw std::string("no point: ") + text;
    double y = strtod(end + 1, &end);
    points_.push_back({x, y});
    text = *end == ' ' ? end + 1 : end;
  }
}
void Path::scale(const std::string& factors) {
  size_t used;
  double x = std::stod(factors, &used), y = std::stod(factors.substr(used + 1));
  for (Point& point : points_) point = {point.x * x, point.y * y};
}
double Path::slope(int first) const {
  const Point& a = points_[first];
  const Point& b = points_[first + 1];
  if (a.x == b.x) abort();
  return (b.y - a.y) / (b.x - a.x);
}
int cell(const char* row, int column) {
  int last = atoi(row);
  if (column > last) abort();
  for (int i = 0; i < column; ++i) row = strchr(row, ';') + 1;
  return atoi(row);
}
END
cat >main.cc <<'END'
#include <cstdio>
#include <cstring>
#include "shape.h"
int main(int argc, char** argv) {
  Path path;
  char text[100];
  for (int i = 0; i < 50; ++i) {
    std::sprintf(text, "%d,%d %d.5,%d 100,%d", i, i, i + 1, i, i);
    path.parse(text);
    path.scale("2 0.5");
    std::printf("%g %d\n", path.slope(0) + path.slope(1), cell("3;5;6;7", 2));
  }
  if (!std::strcmp(argv[1], "cell")) std::printf("%d\n", cell("2;5", 7));
  std::strcpy(text, "1,2 3,4");
  if (!std::strcmp(argv[1], "throw")) std::strcpy(text, "1,2 3;4 7");
  path.parse(text);
  path.scale("0 1");
  std::printf("%g\n", path.slope(0));
}
END
cutaway-c++ -g -O1 -std=c++17 shape.cc main.cc -o app
for what in slope cell throw; do
  rm -rf debug.cut
  cutaway debug -q --inside shape.cc -- ./app $what >said 2>&1
  expect_failing_test $what
done
expect_text slope.cc '  path.parse("1,2 3,");'
expect_text cell.cc '  cell("2;5", 3);  // fails here'
expect_text throw.cc '  path.parse("a");  // fails here'
