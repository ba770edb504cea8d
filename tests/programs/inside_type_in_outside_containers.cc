// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Library templates instantiated by the outside with an inside type call its members.
// inside: inside::
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace inside {
class Key {
 public:
  explicit Key(int v) : v_(v), name_("key with a long name " + std::to_string(v)) { ++alive; }
  Key(const Key& o) : v_(o.v_), name_(o.name_) { ++alive; }
  Key& operator=(const Key&) = default;
  ~Key() { --alive; }
  bool operator<(const Key& o) const { return v_ < o.v_; }
  int value() const { return v_ + static_cast<int>(name_.size()); }
  static int alive;

 private:
  int v_;
  std::string name_;
};
int Key::alive = 0;
int total(const std::vector<Key>& keys) {
  int sum = 0;
  for (const Key& key : keys) sum = sum * 3 + key.value();
  return sum;
}
}  // namespace inside

int main() {
  std::vector<inside::Key> keys;
  for (int i = 0; i < 8; ++i) keys.emplace_back(i * 5 % 8);
  std::sort(keys.begin(), keys.end());
  std::printf("%d\n", inside::total(keys));
  std::map<inside::Key, int> map;
  for (const auto& key : keys) map[key] = key.value();
  map.erase(inside::Key(3));
  std::printf("%zu %d\n", map.size(), map.begin()->second);
  keys.clear();
  map.clear();
  std::printf("%d\n", inside::Key::alive);
}
