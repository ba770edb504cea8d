// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects that were made where others had been destroyed.
//
// In a part that destroys the first and lacks the call that makes the second a use of the second
// is one of an object that is gone: it may well fail as recorded, but for a reason that the
// recorded run did not have. What a destructor leaves is written memory, so a trace shows nothing.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "recording/stream_validator.h"
#include "shrink/ddmin.h"

namespace cutaway {

class ObjectLives {
 public:
  ObjectLives() = default;
  ObjectLives(ObjectLives&&) = default;  // uses point to places
  ObjectLives& operator=(ObjectLives&&) = default;

  // The incall with this number, in the order of the recording.
  void take(uint32_t number, const Code& code, const Values& arguments);
  bool uses_what_is_gone(const Elements& kept) const;

 private:
  // An address, and the calls that made and destroyed objects there.
  struct Place {
    Elements made, destroyed;
  };
  // Of an object that was made where another one had been destroyed.
  struct Use {
    uint32_t call, made;  // by this one the object was
    const Place* place;
  };
  enum class Role { None, Makes, Destroys };
  Role role_of(const Signature& function);

  std::map<uint64_t, Place> places_;
  std::vector<Use> uses_;              // in the order of calls
  std::map<std::string, Role> roles_;  // by linkage name
};

}  // namespace cutaway
