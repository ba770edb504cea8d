// What is left counts: each call that removes goes with one that adds, and none of them alone.
#include <cassert>
#include <deque>

class Queue {
 public:
  void add(int weight);
  void remove();
  int weight() const;

 private:
  std::deque<int> weights_;
};

void Queue::add(int weight) { weights_.push_back(weight); }
void Queue::remove() { weights_.pop_front(); }
int Queue::weight() const {
  int sum = 0;
  for (int weight : weights_) sum += weight;
  assert(sum >= 0);
  return sum;
}

int main() {
  Queue queue;
  for (int i = 0; i < 60; ++i) queue.add(i);
  queue.add(-5);
  int sum = queue.weight();
  for (int i = 0; i < 60; ++i) queue.remove();
  return sum + queue.weight();
}
