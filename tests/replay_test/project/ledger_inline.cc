// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inline code that only the outside calls is in no source of the inside. Named here, it is in the
// test.
#include <new>

#include "ledger.h"

[[gnu::used]] static void name_inline_functions(void* place) {
  new (place) ledger::Account(nullptr);
}
