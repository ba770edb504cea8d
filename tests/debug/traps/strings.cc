// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strings and maps that calls share: long and short texts, one of them taken out again.
#include <map>
#include <string>

class Names {
 public:
  void set(const std::string& key, const std::string& value);
  void join(const std::string& key, const std::string& other);
  char last(const std::string& key) const;

 private:
  std::map<std::string, std::string> values_;
};

void Names::set(const std::string& key, const std::string& value) { values_[key] = value; }
void Names::join(const std::string& key, const std::string& other) {
  values_[key] += values_[other];
}
char Names::last(const std::string& key) const {
  const std::string& value = values_.at(key);
  return value.at(value.size() - 1);
}

int main() {
  Names names;
  int sum = 0;
  for (int i = 0; i < 60; i++) {
    std::string key = "key" + std::to_string(i % 7);
    names.set(key, std::string(static_cast<size_t>(i) % 40 + 1, static_cast<char>('a' + i % 26)));
    names.join(key, "key0");
    sum += names.last(key);
  }
  names.set("empty", "");
  names.join("empty", "nobody");
  sum += names.last("empty");
  return sum;
}
