// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two classes call each other until the stack is full. Which of them is running then depends on the
// sizes of frames, so it is no part of the failure.
#include <vector>

class Folder;

class Link {
 public:
  explicit Link(Folder* target) : target_(target) {}
  int count() const;

 private:
  Folder* target_;
};

class Folder {
 public:
  void add(Link* link) { links_.push_back(link); }
  int count() const;

 private:
  std::vector<Link*> links_;
};

__attribute__((noinline)) int Link::count() const {
  volatile int seen[8] = {1};
  return target_->count() + seen[0];
}

__attribute__((noinline)) int Folder::count() const {
  int sum = 0;
  for (const Link* link : links_) sum += link->count();
  return sum;
}

int main() {
  Folder folders[20];
  for (int i = 0; i + 1 < 20; i++) folders[i].add(new Link(&folders[i + 1]));
  folders[3].add(new Link(&folders[19]));
  folders[19].add(new Link(&folders[19]));  // wrong
  return folders[19].count();
}
