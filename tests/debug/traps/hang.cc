// A ring of nodes whose end was lost: looking for a key that is not there never ends. Without
// close() the outside would be asked, which is not in the recording: no hang.
#include <cstdio>
#include <cstdlib>
#include <vector>

class Ring {
 public:
  explicit Ring(int size) : next_(size), keys_(size) {
    for (int i = 0; i < size; ++i) next_[i] = i + 1 < size ? i + 1 : -1;
  }
  void set(int at, int key) { keys_[at] = key; }
  void close() { next_.back() = 0; }
  int find(int key) const {
    for (int at = 0; at != -1 || std::getenv("WAIT") != nullptr; at = next_[at])
      if (keys_[at] == key) return at;
    return -1;
  }

 private:
  std::vector<int> next_, keys_;
};

int main() {
  Ring ring(8);
  int sum = 0;
  for (int i = 0; i < 200; ++i) {
    ring.set(i % 8, i);
    sum += ring.find(i);
  }
  ring.close();
  for (int i = 192; i < 200; ++i) sum += ring.find(i);
  std::printf("%d\n", sum);
  return ring.find(1000);
}
