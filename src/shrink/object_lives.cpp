// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shrink/object_lives.h"

#include <llvm/Demangle/Demangle.h>

#include <algorithm>
#include <cstdlib>

namespace cutaway {

ObjectLives::Role ObjectLives::role_of(const Signature& function) {
  // What a function returns by memory is made there.
  if (!function.arguments.empty() && function.arguments[0].name == "sret") return Role::Makes;
  auto [known, is_new] = roles_.try_emplace(function.name, Role::None);
  llvm::ItaniumPartialDemangler demangler;
  if (!is_new || demangler.partialDemangle(function.name.c_str()) || !demangler.isCtorOrDtor())
    return known->second;
  char* name = demangler.getFunctionBaseName(nullptr, nullptr);
  known->second = name != nullptr && name[0] == '~' ? Role::Destroys : Role::Makes;
  std::free(name);
  return known->second;
}

void ObjectLives::take(uint32_t number, const Code& code, const Values& arguments) {
  for (uint64_t word : arguments.slots) {
    auto found = places_.find(word);
    if (found == places_.end()) continue;
    const Place& place = found->second;
    bool lives_again = !place.made.empty() && !place.destroyed.empty() &&
                       place.destroyed.back() < place.made.back();
    if (lives_again) uses_.push_back({number, place.made.back(), &place});
  }
  const Role role = role_of(code.signature);
  if (role == Role::None || arguments.size() == 0) return;
  Place& place = places_[arguments.slots[0]];
  (role == Role::Makes ? place.made : place.destroyed).push_back(number);
}

bool ObjectLives::uses_what_is_gone(const Elements& kept) const {
  auto has = [&](uint32_t call) { return std::ranges::binary_search(kept, call); };
  // The last of `calls` before `end` that is kept, from 1; 0: none.
  auto last = [&](const Elements& calls, uint32_t end) -> uint32_t {
    for (auto call = std::ranges::lower_bound(calls, end); call != calls.begin();)
      if (has(*--call)) return *call + 1;
    return 0;
  };
  auto use = uses_.begin();
  for (uint32_t call : kept) {
    use = std::ranges::lower_bound(use, uses_.end(), call, {}, &Use::call);
    for (; use != uses_.end() && use->call == call; ++use) {
      if (has(use->made)) continue;
      if (last(use->place->destroyed, call) > last(use->place->made, call)) return true;
    }
  }
  return false;
}

}  // namespace cutaway
