// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sends 500 requests; the link loses one of them, so one random number is drawn in a run.
#include <iostream>

#include "client.h"

namespace {

constexpr int k_requests = 500;
constexpr int k_lost_request = 480;

class SimulatedLink : public net::Link {
 public:
  int ask(int request, int timeout_ms) override {
    if (request == k_lost_request && !has_lost_) {
      has_lost_ = true;
      now_ms_ += timeout_ms;
      return -1;
    }
    const int elapsed_ms = 5 + request * 37 % 30;
    now_ms_ += elapsed_ms;
    return elapsed_ms;
  }

  void wait(int delay_ms) override { now_ms_ += delay_ms; }

  long now_ms() const { return now_ms_; }

 private:
  bool has_lost_ = false;
  long now_ms_ = 0;
};

}  // namespace

int main() {
  SimulatedLink link;
  net::Client client(link);
  int answered = 0;
  for (int request = 1; request <= k_requests; ++request) answered += client.send(request);
  std::cout << answered << " answers in " << link.now_ms() << " ms\n";
  return 0;
}
