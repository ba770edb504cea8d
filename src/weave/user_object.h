// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The object that the user's build made of a unit. Woven code that stands for a part of it takes
// the rest from there.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "weave/store.h"

namespace cutaway {

struct UserObject {
  std::string file;  // an object, or an archive that has it
  StoredName unit;
  StoredName code_record;  // what the optimiser did in it
};

// Nothing if `file` does not have it, if nobody watched the optimiser, or if the unit was compiled
// with options that make code of another kind.
std::optional<UserObject> find_user_object(const std::string& file, const Unit& unit);

// For the plugin (abi/store.h): the code record and the symbols. Writes the object to `path`.
Result<std::string> describe_user_object(const UserObject& object, const std::string& path);

// What the plugin wants changed in the user's object (abi/store.h).
struct ObjectChanges {
  bool is_whole = false;  // it is not needed
  std::vector<std::string> replaced;
  std::vector<std::string> shared;
  std::vector<std::string> stale;
  bool has_constructors = false;
};
Result<ObjectChanges> parse_changes(const std::string& text, const std::string& path);

// Makes one object of `woven` and the user's, which is changed as said, in the place of `woven`.
// Fails if `woven` does not define all that it replaces.
Status join_user_object(const ObjectChanges& changes, const std::string& user_object,
                        const std::string& woven);

// The instructions of functions that a unit has to be compiled for, about: those that match
// `patterns`, those that hold code of them, and what was inlined there.
uint64_t estimate_affected(const Unit& unit, const std::vector<std::string>& patterns,
                           const std::string& code_record);

}  // namespace cutaway
