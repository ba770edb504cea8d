// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the pointers come from that the calls of a part are given.
//
// A part has its arguments as recorded. So it fails without a call that does nothing but return a
// pointer: of
//   e = find("autolink"); attach(parser, e);
// the second is left, with an address. Nobody can read that, and no unit test can say it: the
// block is the inside's own. So a part gets such a call back.
#pragma once
#include <string>

#include "base/result.h"
#include "shrink/ddmin.h"

namespace cutaway {

// The calls that `kept` lacks: those that last returned a pointer which a kept call is given, if it
// leads to a block that a kept call allocated, and no kept call has returned it. In the order of
// the recording.
Result<Elements> find_origins(const std::string& recording, const Elements& kept);

}  // namespace cutaway
