// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "retry_policy.h"

#include <random>

namespace net {

RetryPolicy::RetryPolicy(int base_ms) : base_ms_(base_ms), mean_ms_(base_ms) {}

void RetryPolicy::note_answer(int elapsed_ms) { mean_ms_ = (7 * mean_ms_ + elapsed_ms) / 8; }

int RetryPolicy::timeout_ms() const { return 4 * mean_ms_; }

int RetryPolicy::delay_ms(int attempt) const {
  std::random_device device;
  const int slot = static_cast<int>(device() % k_slots);
  // The defect: the slots count from 0, this divides as if they counted from 1.
  return attempt * base_ms_ / slot;
}

}  // namespace net
