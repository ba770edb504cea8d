// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "against/symbol_map.h"

#include <algorithm>
#include <map>

#include "abi/store.h"

namespace cutaway {
namespace {

// Parts of a unit that were compiled apart give their local names a hash.
std::string plain_name(const std::string& name) {
  return name.substr(0, name.find(CUTAWAY_PART_SUFFIX));
}

std::map<std::string, std::vector<const ElfSymbol*>> by_name(
    const std::vector<ElfSymbol>& symbols) {
  std::map<std::string, std::vector<const ElfSymbol*>> names;
  for (const ElfSymbol& symbol : symbols) names[plain_name(symbol.name)].push_back(&symbol);
  return names;
}

}  // namespace

SymbolMap::SymbolMap(const std::vector<ElfSymbol>& recorded, const std::vector<ElfSymbol>& now) {
  auto known = by_name(now);
  for (const auto& [name, symbols] : by_name(recorded)) {
    auto found = known.find(name);
    if (found == known.end() || found->second.size() != symbols.size()) continue;
    for (size_t i = 0; i < symbols.size(); ++i) {
      const ElfSymbol& old = *symbols[i];
      const ElfSymbol& other = *found->second[i];
      uint64_t size = std::max<uint64_t>(old.size, 1);
      places_.push_back({old.offset, old.offset + size, other.offset, old.is_function});
    }
  }
  // Of aliases the longest stands for all.
  std::ranges::sort(places_, [](const Place& a, const Place& b) {
    return a.low != b.low ? a.low < b.low : a.high > b.high;
  });
  std::vector<Place> apart;
  for (const Place& place : places_)
    if (apart.empty() || place.low >= apart.back().high) apart.push_back(place);
  places_ = std::move(apart);
}

const SymbolMap::Place* SymbolMap::place_at(uint64_t offset) const {
  auto after = std::ranges::upper_bound(places_, offset, {}, &Place::low);
  if (after == places_.begin() || offset >= std::prev(after)->high) return nullptr;
  return &*std::prev(after);
}

std::optional<uint64_t> SymbolMap::find(uint64_t offset) const {
  const Place* place = place_at(offset);
  if (place == nullptr || (place->is_function && offset != place->low)) return std::nullopt;
  return place->now + (offset - place->low);
}

uint64_t SymbolMap::run_at(uint64_t offset) const {
  if (const Place* place = place_at(offset)) return place->high - offset;
  auto after = std::ranges::upper_bound(places_, offset, {}, &Place::low);
  return after == places_.end() ? UINT64_MAX : after->low - offset;
}

}  // namespace cutaway
