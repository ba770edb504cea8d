// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls that only together are of no use: as many that add as there are that remove.
#pragma once
#include <cstdint>
#include <vector>

#include "recording/ids.h"
#include "shrink/ddmin.h"

namespace cutaway {

// Ways to leave out as many calls of one function as of another, most calls first.
class BalancedCalls {
 public:
  // `functions` are those of all calls, also of others than `calls`.
  BalancedCalls(const Elements& calls, const std::vector<FunctionId>& functions);

  size_t count() const { return ways_.size(); }
  // `calls` without those of way `i`.
  Elements without(size_t i) const;

 private:
  struct Way {
    uint32_t first, second;  // in `calls_of_`
    uint32_t size;
    bool first_at_end, second_at_end;  // the last calls of the function, not its first ones
  };

  const Elements& calls_;
  std::vector<Elements> calls_of_;  // of each function that is called
  std::vector<Way> ways_;
};

}  // namespace cutaway
