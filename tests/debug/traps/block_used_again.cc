// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each round is like the one before: what main writes into its vector is what the route had left in
// that block. It is main's all the same, and no earlier round is needed.
#include <cstdlib>
#include <vector>

struct Stop {
  int x;
};

class Route {
 public:
  explicit Route(const std::vector<Stop*>& stops) : stops_(stops) {}
  ~Route() {}
  void check(int limit) const;

 private:
  std::vector<Stop*> stops_;
};

__attribute__((noinline)) void Route::check(int limit) const {
  for (const Stop* stop : stops_)
    if (stop->x > limit) abort();
}

int main() {
  for (int round = 0; round < 30; round++) {
    std::vector<Stop*> stops;
    int count = 3 + round % 5;
    for (int i = 0; i < count; i++) stops.push_back(new Stop{i});
    {
      Route route(stops);
      route.check(round == 29 ? 1 : 100);
    }
    for (Stop* stop : stops) delete stop;
  }
}
