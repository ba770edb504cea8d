// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Simplest numbers as arguments of the incalls that are left. Pointers are left alone.
#pragma once
#include "shrink/simplifier.h"

namespace cutaway {

Status simplify_numbers(Simplifier& simplifier, const Failure& failure);

}  // namespace cutaway
