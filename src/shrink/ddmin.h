// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Delta debugging: a smallest part of a failing whole that still fails, in the sense that no single
// element can be left out (Zeller and Hildebrandt's 1-minimal).
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace cutaway {

using Elements = std::vector<uint32_t>;  // ascending

// Several parts, made when they are asked for.
struct Candidates {
  size_t count;
  std::function<Elements(size_t)> make;
};

// Which of the candidates fails; the first one, if several do. Nothing if none does. May test them
// in any order and at the same time, so long as the answer is that of testing them one by one.
using FindFailing = std::function<std::optional<size_t>(const Candidates& candidates)>;

struct Minimum {
  Elements elements;
  bool is_minimal = false;  // false: `should_stop` ended it
};

// `all` fails. `should_stop` is asked between tests.
Minimum ddmin(Elements all, const FindFailing& find_failing,
              const std::function<bool()>& should_stop = {});

}  // namespace cutaway
