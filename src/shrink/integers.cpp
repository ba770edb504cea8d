// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Problem: a run fails with 987,654; which is the simplest number with which it does? Idea: 0, 1,
// then powers of two up to the first that fails, since a failure may need a number that is even or
// large; then bisect between that and the power before, since mostly it needs one that is large
// enough. Example: it needs 1,000: 1,024 is the first power, bisecting gives 1,000. Cost: at most
// 64 + 63 tests.
#include "shrink/integers.h"

namespace cutaway {
namespace {

Integer magnitude(Integer value) { return value < 0 ? -value : value; }

std::vector<Integer> simple_integers(Integer value) {
  std::vector<Integer> simple;
  if (value != 0) simple.push_back(0);
  if (value > 1 || value < 0) simple.push_back(1);
  for (Integer power = value < 0 ? 1 : 2; power < magnitude(value); power *= 2)
    simple.push_back(value < 0 ? -power : power);
  return simple;
}

// `fails` does, `passes` is nearer to 0 and does not.
Integer bisect(Integer passes, Integer fails, const FindInteger& find) {
  while (magnitude(fails - passes) > 1) {
    Integer middle = passes + (fails - passes) / 2;
    (find({middle}) ? fails : passes) = middle;
  }
  return fails;
}

}  // namespace

Integer simplest_integer(Integer value, const FindInteger& find) {
  std::vector<Integer> simple = simple_integers(value);
  if (auto found = find(simple)) {
    value = simple[*found];
    simple.resize(*found);
  }
  if (magnitude(value) <= 2) return value;
  return bisect(simple.back(), value, find);
}

}  // namespace cutaway
