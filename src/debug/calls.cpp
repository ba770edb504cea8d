// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "debug/calls.h"

#include <fmt/format.h>

#include <map>

#include "base/text.h"
#include "recording/describe.h"
#include "recording/recording_reader.h"

namespace cutaway {
namespace {

constexpr uint64_t k_lowest_object = 1 << 16;

class CallNames {
 public:
  Call describe(const Code& code, const Values& arguments, const Describer& describer) {
    std::vector<std::string> parts;
    size_t at = 0;
    for (const Leaf& leaf : code.signature.arguments) {
      if (at + leaf.slots() > arguments.size()) break;
      auto slots = arguments.slots.subspan(at, leaf.slots());
      bool is_marked = arguments.is_marked(at);
      std::string value =
          leaf.kind == LeafKind::Pointer && !is_marked && slots[0] >= k_lowest_object
              ? object_name(slots[0])
              : describer.value(leaf, slots, is_marked);
      parts.push_back(leaf.name.empty() ? value : leaf.name + " = " + value);
      at += std::max<uint32_t>(1, leaf.slots());
    }
    return {fmt::format("{}({})", short_name(code.signature.name), join(parts, ", ")),
            place_of(code.signature), 0};
  }

 private:
  std::string object_name(uint64_t address) {
    auto [entry, is_new] = objects_.try_emplace(address, objects_.size() + 1);
    return fmt::format("o{}", entry->second);
  }

  std::map<uint64_t, size_t> objects_;
};

}  // namespace

Result<std::vector<Call>> list_calls(const std::string& recording) {
  CUTAWAY_ASSIGN(RecordingReader reader, RecordingReader::open(recording));
  std::vector<Call> calls;
  CallNames names;
  while (true) {
    CUTAWAY_ASSIGN(std::optional<Event> event, reader.next());
    if (!event) break;
    const auto* incall = std::get_if<IncallEvent>(&*event);
    if (incall == nullptr) continue;
    const StreamTables& tables = reader.state().tables();
    const Code* code = tables.find(incall->function);
    if (code == nullptr) continue;
    calls.push_back(names.describe(*code, incall->arguments, Describer(tables, reader.symbols())));
    for (const OpenCrossing& crossing : reader.state().open_crossings())
      calls.back().depth += crossing.is_incall ? 1 : 0;
    calls.back().depth -= calls.back().depth != 0 ? 1 : 0;  // itself
  }
  return calls;
}

}  // namespace cutaway
