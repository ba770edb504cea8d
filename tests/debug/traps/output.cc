// Wrong output, and a good end.
#include <cstdio>
#include <iostream>
#include <string>

class Scale {
 public:
  void weigh(int grams) { total_ += grams; }
  void tare() { total_ = 0; }
  void lift(int grams) { total_ -= grams; }
  void print(const std::string& name) const {
    std::cout << name << ": " << total_ << " g" << std::endl;
    if (total_ < 0) std::printf("scale %-5s reads %+05d after %.1f s\n", name.c_str(), total_, 2.5);
  }

 private:
  int total_ = 0;
};

int main() {
  Scale scale;
  for (int i = 0; i < 50; ++i) {
    scale.weigh(10 + i);
    scale.print("kitchen");
    if (i % 5 == 0) scale.tare();
  }
  scale.tare();
  scale.lift(12);
  scale.print("bath");
  return 0;
}
