// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects that were made where others had been destroyed.
//
// In a part that destroys the first and lacks the call that makes the second a use of the second
// is one of an object that is gone: it may well fail as recorded, but for a reason that the
// recorded run did not have. What a destructor leaves is written memory, so a trace shows nothing.
// Without the destructor it is a use of the first, which may be all that the failure needs.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "recording/stream_validator.h"
#include "shrink/ddmin.h"

namespace cutaway {

class ObjectLives {
 public:
  // The incall with this number, in the order of the recording.
  void take(uint32_t number, const Code& code, const Values& arguments);
  // The calls of `kept` that destroy what a later one of them uses.
  Elements destroyers(const Elements& kept) const;

 private:
  enum class Role { None, Makes, Destroys };
  // What a call is to an object; those of one call are in the order of what happens: it uses what
  // is there, then makes or destroys.
  struct Step {
    uint32_t call, place;
    Role role;      // None: it uses an object that was made where another had been destroyed
    uint32_t made;  // by this call that object was
  };
  // An address where objects were made or destroyed, and by whom the last.
  struct Place {
    uint32_t number;
    int64_t made = -1, destroyed = -1;
  };
  Role role_of(const Signature& function);

  std::map<uint64_t, Place> places_;
  std::vector<Step> steps_;            // in the order of calls
  std::map<std::string, Role> roles_;  // by linkage name
};

}  // namespace cutaway
