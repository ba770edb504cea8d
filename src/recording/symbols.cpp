// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/symbols.h"

#include <fmt/format.h>
#include <llvm/DebugInfo/Symbolize/Symbolize.h>

#include <algorithm>

#include "recording/json.h"

namespace cutaway {
namespace {

constexpr size_t k_max_literals = 50'000;
// Pointers into one long text are texts of their own.
constexpr size_t k_max_literal_bytes = 4 << 20;

}  // namespace

std::optional<SymbolName> SymbolTable::find(EncodedAddress address) const {
  auto module = modules_.find(address.module());
  if (module == modules_.end()) return std::nullopt;
  auto after = module->second.upper_bound(address.offset());
  if (after == module->second.begin()) return std::nullopt;
  const ElfSymbol& symbol = std::prev(after)->second;
  uint64_t delta = address.offset() - symbol.offset;
  if (delta >= symbol.size && symbol.size != 0 && delta != 0) return std::nullopt;
  return SymbolName{symbol.name, delta};
}

void SymbolTable::add(ModuleId module, ElfSymbol symbol) {
  uint64_t offset = symbol.offset;
  modules_[module].insert_or_assign(offset, std::move(symbol));
}

std::string SymbolTable::find_literal(EncodedAddress address) const {
  auto found = literals_.find(address.word);
  return found != literals_.end() ? found->second : std::string();
}

void SymbolTable::add_literal(EncodedAddress address, std::string text) {
  literals_.insert_or_assign(address.word, std::move(text));
}

std::vector<ElfSymbol> SymbolTable::symbols_of(ModuleId module) const {
  std::vector<ElfSymbol> symbols;
  auto found = modules_.find(module);
  if (found == modules_.end()) return symbols;
  for (const auto& [offset, symbol] : found->second) symbols.push_back(symbol);
  return symbols;
}

std::map<uint64_t, std::string> SymbolTable::literals_of(ModuleId module) const {
  std::map<uint64_t, std::string> texts;
  for (const auto& [word, text] : literals_)
    if (EncodedAddress{word}.module() == module) texts.emplace(EncodedAddress{word}.offset(), text);
  return texts;
}

std::string SymbolTable::to_json_text() const {
  Json modules = Json::array();
  for (const auto& [id, symbols] : modules_) {
    Json list = Json::array();
    for (const auto& [offset, symbol] : symbols) {
      list.push_back({offset, symbol.size, symbol.is_function ? "f" : "o", symbol.name});
    }
    modules.push_back({{"module", to_number(id)}, {"symbols", std::move(list)}});
  }
  Json literals = Json::array();
  for (const auto& [address, text] : literals_) literals.push_back({address, text});
  return to_line({{"modules", std::move(modules)}, {"literals", std::move(literals)}});
}

Result<SymbolTable> SymbolTable::parse(const std::string& text) {
  Error problem = user_fault("", "symbols are no JSON of the expected form");
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("modules") || !json["modules"].is_array()) return problem;
  SymbolTable table;
  for (const Json& module : json["modules"]) {
    if (!module.is_object() || !module.contains("symbols") || !module["symbols"].is_array())
      return problem;
    auto id = static_cast<ModuleId>(get_number<uint32_t>(module, "module"));
    for (const Json& item : module["symbols"]) {
      bool is_good = item.is_array() && item.size() == 4 && item[0].is_number_unsigned() &&
                     item[1].is_number_unsigned() && item[2].is_string() && item[3].is_string();
      if (!is_good) return problem;
      table.add(id, {item[0].get<uint64_t>(), item[1].get<uint64_t>(), item[2] == "f",
                     item[3].get<std::string>()});
    }
  }
  if (!json.contains("literals") || !json["literals"].is_array()) return table;
  for (const Json& item : json["literals"]) {
    bool is_good =
        item.is_array() && item.size() == 2 && item[0].is_number_unsigned() && item[1].is_string();
    if (!is_good) return problem;
    table.add_literal({item[0].get<uint64_t>()}, item[1].get<std::string>());
  }
  return table;
}

SymbolCollector::ModuleSymbols& SymbolCollector::symbols_of(ModuleId id,
                                                            const StreamTables& tables) {
  auto [entry, is_new] = modules_.try_emplace(id);
  const Module* module = tables.find(id);
  if (!is_new || module == nullptr) return entry->second;
  auto image = ElfImage::open(module->path);
  // A file that changed since would give wrong names.
  if (!image || image->build_id() != module->build_id) return entry->second;
  entry->second.symbols = image->read_symbols();
  entry->second.image.emplace(std::move(*image));
  entry->second.is_used.resize(entry->second.symbols.size());
  return entry->second;
}

void SymbolCollector::note(EncodedAddress address, const StreamTables& tables) {
  if (!address.is_image()) return;
  uint64_t& slot = seen_[(address.word ^ address.word >> 12) % seen_.size()];
  if (slot == address.word) return;
  slot = address.word;
  ModuleSymbols& module = symbols_of(address.module(), tables);
  if (module.image && literals_.size() < k_max_literals) {
    std::string literal = module.image->read_literal(address.offset());
    literal_bytes_ += literal.size();
    bool has_room = literal_bytes_ <= k_max_literal_bytes;
    if (!literal.empty() && has_room) literals_.try_emplace(address.word, std::move(literal));
  }
  auto after = std::upper_bound(
      module.symbols.begin(), module.symbols.end(), address.offset(),
      [](uint64_t offset, const ElfSymbol& symbol) { return offset < symbol.offset; });
  if (after == module.symbols.begin()) return;
  // The first of several names for one place: read_symbols puts the best one there.
  uint64_t offset = std::prev(after)->offset;
  auto first = std::lower_bound(
      module.symbols.begin(), after, offset,
      [](const ElfSymbol& symbol, uint64_t wanted) { return symbol.offset < wanted; });
  module.is_used[static_cast<size_t>(first - module.symbols.begin())] = true;
}

void SymbolCollector::note_values(const Values& values, const StreamTables& tables) {
  for (size_t i = 0; i < values.size(); ++i) {
    if (values.is_marked(i)) note({values.slots[i]}, tables);
  }
}

void SymbolCollector::collect(const Event& event, const StreamTables& tables) {
  if (const auto* incall = std::get_if<IncallEvent>(&event)) note_values(incall->arguments, tables);
  if (const auto* result = std::get_if<IncallReturnEvent>(&event))
    note_values(result->results, tables);
  if (const auto* outcall = std::get_if<OutcallEvent>(&event))
    note_values(outcall->callee_and_arguments, tables);
  if (const auto* result = std::get_if<OutcallReturnEvent>(&event))
    note_values(result->results, tables);
  if (const auto* thrown = std::get_if<IncallThrowEvent>(&event))
    note_values(thrown->thrown.object_and_type, tables);
  if (const auto* thrown = std::get_if<OutcallThrowEvent>(&event))
    note_values(thrown->thrown.object_and_type, tables);
  if (const auto* thrown = std::get_if<ThrowingEvent>(&event))
    note_values(thrown->thrown.object_and_type, tables);
  if (const auto* value = std::get_if<ValueEvent>(&event)) note_values(value->values, tables);
  if (const auto* landed = std::get_if<LandedEvent>(&event)) note(landed->jump_buffer, tables);
  if (const auto* patch = std::get_if<PatchEvent>(&event)) note(patch->address, tables);
  if (const auto* failure = std::get_if<FailureEvent>(&event)) note(failure->pc, tables);
  if (const auto* patch = std::get_if<PatchRunsEvent>(&event)) note(patch->address, tables);
  if (const auto* patch = std::get_if<PatchWordEvent>(&event)) {
    note(patch->address, tables);
    note(patch->target, tables);
  }
}

SymbolTable SymbolCollector::take_table() {
  SymbolTable table;
  for (auto& [id, module] : modules_) {
    for (size_t i = 0; i < module.symbols.size(); ++i) {
      if (module.is_used[i]) table.add(id, std::move(module.symbols[i]));
    }
  }
  for (auto& [address, text] : literals_) table.add_literal({address}, std::move(text));
  modules_.clear();
  literals_.clear();
  return table;
}

std::string find_source_line(const std::string& path, uint64_t offset) {
  llvm::symbolize::LLVMSymbolizer symbolizer;
  auto line =
      symbolizer.symbolizeCode(path, {offset, llvm::object::SectionedAddress::UndefSection});
  if (!line) {
    llvm::consumeError(line.takeError());
    return {};
  }
  if (line->Line == 0) return {};
  return fmt::format("{}:{}", line->FileName, line->Line);
}

}  // namespace cutaway
