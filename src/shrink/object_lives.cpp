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
    bool lives_again = place.destroyed >= 0 && place.destroyed < place.made;
    if (lives_again)
      steps_.push_back({number, place.number, Role::None, static_cast<uint32_t>(place.made)});
  }
  const Role role = role_of(code.signature);
  if (role == Role::None || arguments.size() == 0) return;
  auto next = static_cast<uint32_t>(places_.size());
  Place& place = places_.try_emplace(arguments.slots[0], Place{next}).first->second;
  (role == Role::Makes ? place.made : place.destroyed) = number;
  steps_.push_back({number, place.number, role, 0});
}

Elements ObjectLives::destroyers(const Elements& kept) const {
  Elements found;
  std::vector<int64_t> destroyed(places_.size(), -1);  // by this call; -1: not, or made again
  auto step = steps_.begin();
  for (uint32_t call : kept) {
    step = std::lower_bound(step, steps_.end(), call,
                            [](const Step& other, uint32_t wanted) { return other.call < wanted; });
    for (; step != steps_.end() && step->call == call; ++step) {
      int64_t& by = destroyed[step->place];
      if (step->role == Role::Makes) by = -1;
      if (step->role == Role::Destroys) by = call;
      if (step->role != Role::None || by < 0) continue;
      if (std::ranges::binary_search(kept, step->made)) continue;
      found.push_back(static_cast<uint32_t>(by));
      by = -1;
    }
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace cutaway
