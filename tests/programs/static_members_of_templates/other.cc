// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "last.h"

int length_there(int more) {
  Last<long>::text += std::string(more, '.');
  return static_cast<int>(Last<long>::text.size() + Last<short>::text.size());
}
