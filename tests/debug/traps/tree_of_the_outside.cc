// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A set that the outside has filled: its nodes are not in the recording, as far as nobody read them, so
// a function of the library that walks along them must not run for real.
#include <memory>
#include <set>
#include <string>
#include <vector>

struct Job {
  int number;
  std::vector<std::string> needs;
};

class Pool {
 public:
  void add(int number) { jobs_.push_back(std::make_unique<Job>(Job{number, {}})); }
  void depend(int number, const std::set<std::string>& on) {
    Job* job = find(number);
    job->needs.insert(job->needs.end(), on.begin(), on.end());
  }

 private:
  __attribute__((noinline)) Job* find(int number) {
    for (auto& job : jobs_)
      if (job->number == number) return job.get();
    return nullptr;
  }
  std::vector<std::unique_ptr<Job>> jobs_;
};

int main() {
  Pool pool;
  for (int i = 1; i < 20; i++) {
    pool.add(i);
    pool.depend(i, {"a", "b", "c"});
  }
  pool.depend(77, {"x", "y"});
}
