// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long a client waits for an answer, and how long before it asks again.
#pragma once

namespace net {

class RetryPolicy {
 public:
  explicit RetryPolicy(int base_ms);

  void note_answer(int elapsed_ms);

  int timeout_ms() const;

  // Random, so that clients which failed together do not come back together.
  int delay_ms(int attempt) const;

 private:
  static constexpr int k_slots = 3;

  int base_ms_;
  int mean_ms_;  // of the last answers
};

}  // namespace net
