// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "client.h"

namespace net {

namespace {

constexpr int k_base_ms = 20;
constexpr int k_attempts = 2;

}  // namespace

Client::Client(Link& link) : link_(link), policy_(k_base_ms) {}

bool Client::send(int request) {
  for (int attempt = 1; attempt <= k_attempts; ++attempt) {
    const int elapsed_ms = link_.ask(request, policy_.timeout_ms());
    if (elapsed_ms >= 0) {
      policy_.note_answer(elapsed_ms);
      return true;
    }
    if (attempt < k_attempts) link_.wait(policy_.delay_ms(attempt));
  }
  return false;
}

}  // namespace net
