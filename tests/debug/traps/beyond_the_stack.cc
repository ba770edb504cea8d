// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes on beyond the outermost frame, until there is no memory: at the end of the stack where it does not grow.
class Ruler {
 public:
  void set_width(unsigned width) { width_ = width; }
  int draw(char mark) const;

 private:
  unsigned width_ = 8;
};

int Ruler::draw(char mark) const {
  char line[16] = {};
  volatile char* place = line;
  for (unsigned i = 0; i < width_; i++) place[i] = mark;
  int sum = 0;
  for (char c : line) sum += c;
  return sum;
}

int main() {
  Ruler ruler;
  int sum = 0;
  for (unsigned round = 0; round < 30; round++) {
    ruler.set_width(round % 16);
    sum += ruler.draw('-');
  }
  ruler.set_width(0u - 1);
  sum += ruler.draw('=');
  return sum == 0;
}
