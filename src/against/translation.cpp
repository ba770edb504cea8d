// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "against/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "abi/weave.h"
#include "against/symbol_map.h"
#include "against/test_recording.h"
#include "recording/describe.h"
#include "recording/event.h"
#include "recording/raw_log.h"

namespace cutaway {
namespace {

constexpr uint32_t k_first_changed = 1 << 15;  // idents of changed modules
constexpr size_t k_block_words = size_t{1} << 17;
constexpr size_t k_most_patch_bytes = 64 << 10;

// What decides how slots are laid out.
std::string shape_of(const Signature& signature) {
  std::string text;
  for (const auto* leaves : {&signature.arguments, &signature.results}) {
    for (const Leaf& leaf : *leaves)
      text += fmt::format("{}{} ", static_cast<char>(leaf.kind), leaf.bytes);
    text += "-> ";
  }
  return text;
}

struct NewModule {
  ModuleId ident{};
  std::string path;
  uint64_t span = 0;
  std::vector<uint8_t> build_id;
  std::vector<WovenFunction> functions;
  std::optional<SymbolMap> symbols;
  std::vector<std::pair<uint64_t, RecordedImage::Piece>> stand_ins;  // their place, what they hold
};

class Translator {
 public:
  Status prepare(const std::string& log, std::vector<ChangedModule> modules) {
    CUTAWAY_TRY(collect(log));
    for (ChangedModule& module : modules) CUTAWAY_TRY(add_module(std::move(module)));
    return Ok{};
  }

  Result<Translation> run(const std::string& log) {
    CUTAWAY_ASSIGN(result_.log, make_unlinked_file());
    CUTAWAY_TRY(write_all(result_.log.get(), raw_log_header(false, 0), "translated recording"));
    CUTAWAY_ASSIGN(RawLogReader reader, RawLogReader::open(log));
    while (true) {
      CUTAWAY_ASSIGN(std::span<const uint64_t> words, reader.next());
      if (words.empty()) break;
      CUTAWAY_ASSIGN(Event event, decode_event(words));
      translate(event, words);
      if (block_.size() >= k_block_words) CUTAWAY_TRY(flush());
    }
    block_.push_back(0);
    CUTAWAY_TRY(flush());
    for (GoneFunction& function : gone_)
      if (function.incalls != 0) result_.gone.push_back(std::move(function));
    return std::move(result_);
  }

 private:
  // Pass 1: which idents are taken, and which groups are inside.
  Status collect(const std::string& log) {
    CUTAWAY_ASSIGN(RawLogReader reader, RawLogReader::open(log));
    while (true) {
      CUTAWAY_ASSIGN(std::span<const uint64_t> words, reader.next());
      if (words.empty()) return Ok{};
      if (event_kind(words[0]) != k_event_function) continue;
      CUTAWAY_ASSIGN(Event event, decode_event(words));
      const auto& function = std::get<FunctionEvent>(event);
      Signature signature = parse_signature(function.text);
      highest_ = std::max(highest_, to_number(function.id));
      recorded_names_.insert(signature.name);
      if (!signature.group.empty()) groups_.insert(signature.group);
    }
  }

  Status add_module(ChangedModule module) {
    ModuleId recorded = module.recorded;
    NewModule changed;
    if (module.image) images_.emplace(recorded, std::move(*module.image));
    if (!module.path.empty()) {
      changed.ident = static_cast<ModuleId>(k_first_changed + to_number(recorded));
      changed.path = module.path;
      CUTAWAY_ASSIGN(ElfImage elf, ElfImage::open(module.path));
      CUTAWAY_ASSIGN(changed.span, read_image_span(module.path));
      changed.build_id = elf.build_id();
      if (elf.woven()) changed.functions = elf.woven()->functions;
      if (auto image = images_.find(recorded); image != images_.end()) {
        changed.symbols.emplace(image->second.symbols, elf.read_symbols());
        CUTAWAY_TRY(fill_stand_ins(image->second, &changed));
      }
      result_.loaded[changed.ident] = module.path;
    }
    modules_.emplace(recorded, std::move(changed));
    return Ok{};
  }

  // Variables of the outside hold at the start what they held in the recorded program.
  static Status fill_stand_ins(const RecordedImage& image, NewModule* changed) {
    CUTAWAY_ASSIGN(std::vector<StandIn> stand_ins, read_stand_ins(changed->path));
    for (const StandIn& stand_in : stand_ins) {
      auto symbol = std::ranges::find(image.symbols, stand_in.name, &ElfSymbol::name);
      if (symbol == image.symbols.end() || symbol->is_function) continue;
      for (const RecordedImage::Piece& piece : image.pieces) {
        uint64_t at = symbol->offset - piece.offset;
        if (symbol->offset < piece.offset || at >= piece.bytes.size()) continue;
        uint64_t size = std::min({symbol->size, stand_in.size, piece.bytes.size() - at});
        auto from = piece.bytes.begin() + static_cast<ptrdiff_t>(at);
        changed->stand_ins.push_back(
            {stand_in.offset, {symbol->offset, {from, from + static_cast<ptrdiff_t>(size)}}});
      }
    }
    return Ok{};
  }

  Status flush() {
    CUTAWAY_TRY(
        write_all(result_.log.get(), std::as_bytes(std::span(block_)), "translated recording"));
    block_.clear();
    return Ok{};
  }

  const NewModule* changed(uint64_t word) const {
    auto found = modules_.find(EncodedAddress{word}.module());
    return found != modules_.end() && to_number(found->second.ident) != 0 ? &found->second
                                                                          : nullptr;
  }

  uint64_t relocate(uint64_t word) const {
    const NewModule* module = changed(word);
    if (module == nullptr || !module->symbols) return word;
    auto offset = module->symbols->find(EncodedAddress{word}.offset());
    return offset ? uint64_t{to_number(module->ident)} << k_module_bits | *offset : word;
  }

  void put(const std::vector<uint64_t>& words) {
    block_.insert(block_.end(), words.begin(), words.end());
  }

  void put_bytes(uint64_t address, std::span<const uint8_t> bytes) {
    while (!bytes.empty()) {
      size_t size = std::min(bytes.size(), k_most_patch_bytes);
      std::vector<uint64_t> words(2 + (size + 7) / 8);
      words[0] = event_word(k_event_patch, words.size() - 1, static_cast<uint32_t>(size));
      words[1] = address;
      std::memcpy(&words[2], bytes.data(), size);
      put(words);
      address += size;
      bytes = bytes.subspan(size);
    }
  }

  void put_pointer(uint64_t address, uint64_t target) {
    put({event_word(k_event_patch_word, 2, 0), address, target});
  }

  // Of one patch each piece goes where its variable is.
  void put_patch(uint64_t address, std::span<const uint8_t> bytes) {
    const NewModule* module = changed(address);
    if (module == nullptr || !module->symbols) return put_bytes(address, bytes);
    while (!bytes.empty()) {
      uint64_t run = module->symbols->run_at(EncodedAddress{address}.offset());
      size_t size = static_cast<size_t>(std::min<uint64_t>(run, bytes.size()));
      put_bytes(relocate(address), bytes.first(size));
      address += size;
      bytes = bytes.subspan(size);
    }
  }

  // --- Tables
  // ------------------------------------------------------------------------------------

  void put_module(const ModuleEvent& event, std::vector<uint64_t> words) {
    auto found = modules_.find(event.id);
    if (found == modules_.end()) return put(words);
    uint64_t flags = words[3];
    words[3] = flags & ~uint64_t{k_module_woven | k_module_partial};
    // No build of this name is the recorded one, not even the same: its memory is a copy.
    words[4] = 24;
    std::fill_n(words.begin() + 5, 3, UINT64_MAX);
    put(words);
    const NewModule& module = found->second;
    if (to_number(module.ident) == 0) return;
    std::vector<uint64_t> changed(8 + module.path.size() / 8 + 1);
    changed[0] = event_word(k_event_module, changed.size() - 1, to_number(module.ident));
    changed[2] = module.span;  // base 0: it may lie anywhere
    changed[3] = flags;
    changed[4] = module.build_id.size();
    std::memcpy(&changed[5], module.build_id.data(), std::min<size_t>(24, module.build_id.size()));
    std::memcpy(&changed[8], module.path.data(), module.path.size());
    put(changed);
    if ((flags & k_module_partial) != 0) put_new_functions(module);
  }

  // What a class has now that it did not have is inside as the rest of it is.
  void put_new_functions(const NewModule& module) {
    for (const WovenFunction& function : module.functions) {
      bool is_inside = groups_.contains(function.group) && !recorded_names_.contains(function.name);
      if (!is_inside) continue;
      uint64_t shape =
          function.arg_slots | uint64_t{function.ret_slots} << 16 | uint64_t{function.flags} << 32;
      std::vector<uint64_t> words(4 + function.text.size() / 8 + 1);
      words[0] = event_word(k_event_function, words.size() - 1, ++highest_);
      words[1] = to_number(module.ident);
      words[2] = function.offset;
      words[3] = shape;
      std::memcpy(&words[4], function.text.data(), function.text.size());
      put(words);
    }
  }

  const WovenFunction* find_function(const NewModule& module, const Signature& signature,
                                     std::string* why) const {
    const WovenFunction* found = nullptr;
    std::string shape = shape_of(signature);
    bool has_name = false;
    for (const WovenFunction& function : module.functions) {
      if (function.name != signature.name) continue;
      has_name = true;
      if (shape_of(parse_signature(function.text)) != shape) continue;
      if (found == nullptr || function.file == signature.file) found = &function;
    }
    *why = has_name                    ? "it has other parameters now"
           : is_header(signature.file) ? "it is gone, or inline and in no source of this program"
                                       : "it is gone";
    return found;
  }

  void put_function(const FunctionEvent& event, std::vector<uint64_t> words) {
    auto module = modules_.find(event.module);
    if (module == modules_.end()) return put(words);
    Signature signature = parse_signature(event.text);
    std::string why;
    const WovenFunction* found = find_function(module->second, signature, &why);
    words[1] = found != nullptr ? to_number(module->second.ident) : 0;
    words[2] = found != nullptr ? found->offset : 0;
    names_[event.id] = signature.name;
    if (found == nullptr) {
      gone_ids_[event.id] = gone_.size();
      gone_.push_back({signature.name, place_of(signature), why});
    }
    put(words);
  }

  // --- Events
  // ------------------------------------------------------------------------------------

  void move_values(const Values& values, std::span<const uint64_t> words,
                   std::vector<uint64_t>* copy) const {
    size_t first = static_cast<size_t>(values.slots.data() - words.data());
    for (size_t i = 0; i < values.size(); ++i)
      if (values.is_marked(i)) (*copy)[first + i] = relocate((*copy)[first + i]);
  }

  void put_incall(const IncallEvent& event, std::span<const uint64_t> words) {
    auto gone = gone_ids_.find(event.function);
    result_.can_run.push_back(gone == gone_ids_.end());
    result_.functions.push_back(names_[event.function]);
    if (gone != gone_ids_.end()) ++gone_[gone->second].incalls;
    put_moved(event.arguments, words);
    if (!has_images_) put_images();
  }

  void put_moved(const Values& values, std::span<const uint64_t> words) {
    std::vector<uint64_t> copy(words.begin(), words.end());
    move_values(values, words, &copy);
    put(copy);
  }

  // In the first segment: what the recorded images hold.
  void put_images() {
    has_images_ = true;
    for (const auto& [id, image] : images_) {
      uint64_t module = uint64_t{to_number(id)} << k_module_bits;
      for (const RecordedImage::Piece& piece : image.pieces)
        put_bytes(module | piece.offset, piece.bytes);
      auto put_pointers = [&](uint64_t low, uint64_t size, uint64_t place) {
        for (auto at = std::ranges::lower_bound(image.pointers, std::pair(low, uint64_t{0}));
             at != image.pointers.end() && at->first + 8 <= low + size; ++at)
          put_pointer(place + (at->first - low), relocate(module | at->second));
      };
      for (const RecordedImage::Piece& piece : image.pieces)
        put_pointers(piece.offset, piece.bytes.size(), module | piece.offset);
      auto changed = modules_.find(id);
      if (changed == modules_.end()) continue;
      for (const auto& [offset, piece] : changed->second.stand_ins) {
        uint64_t place = uint64_t{to_number(changed->second.ident)} << k_module_bits | offset;
        put_bytes(place, piece.bytes);
        put_pointers(piece.offset, piece.bytes.size(), place);
      }
    }
  }

  void translate(const Event& event, std::span<const uint64_t> words) {
    std::vector<uint64_t> copy(words.begin(), words.end());
    if (const auto* module = std::get_if<ModuleEvent>(&event)) return put_module(*module, copy);
    if (const auto* function = std::get_if<FunctionEvent>(&event))
      return put_function(*function, copy);
    if (const auto* incall = std::get_if<IncallEvent>(&event)) return put_incall(*incall, words);
    if (const auto* patch = std::get_if<PatchEvent>(&event))
      return put_patch(patch->address.word, patch->bytes);
    if (const auto* patch = std::get_if<PatchRunsEvent>(&event)) return put_runs(*patch, copy);
    if (const auto* patch = std::get_if<PatchWordEvent>(&event))
      return put_pointer(relocate(patch->address.word), relocate(patch->target.word));
    if (const Values* values = values_of(event)) return put_moved(*values, words);
    if (std::holds_alternative<ChecksumEvent>(event)) return;
    if (const auto* site = std::get_if<SiteEvent>(&event); site && modules_.contains(site->module))
      copy[1] = 0;
    if (std::holds_alternative<LandedEvent>(event)) copy[1] = relocate(copy[1]);
    put(copy);
  }

  void put_runs(const PatchRunsEvent& patch, const std::vector<uint64_t>& words) {
    if (changed(patch.address.word) == nullptr) return put(words);
    patch.for_each_run([&](uint64_t offset, std::span<const uint8_t> run) {
      put_patch(patch.address.word + offset, run);
    });
  }

  static const Values* values_of(const Event& event) {
    if (const auto* e = std::get_if<IncallReturnEvent>(&event)) return &e->results;
    if (const auto* e = std::get_if<OutcallEvent>(&event)) return &e->callee_and_arguments;
    if (const auto* e = std::get_if<OutcallReturnEvent>(&event)) return &e->results;
    if (const auto* e = std::get_if<IncallThrowEvent>(&event)) return &e->thrown.object_and_type;
    if (const auto* e = std::get_if<OutcallThrowEvent>(&event)) return &e->thrown.object_and_type;
    if (const auto* e = std::get_if<ThrowingEvent>(&event)) return &e->thrown.object_and_type;
    if (const auto* e = std::get_if<ValueEvent>(&event)) return &e->values;
    return nullptr;
  }

  Translation result_;
  std::map<ModuleId, NewModule> modules_;
  std::map<ModuleId, RecordedImage> images_;
  std::map<FunctionId, std::string> names_;
  std::map<FunctionId, size_t> gone_ids_;  // in gone_
  std::vector<GoneFunction> gone_;
  std::set<std::string> groups_;
  std::set<std::string> recorded_names_;
  uint32_t highest_ = 0;  // ident of a function
  std::vector<uint64_t> block_;
  bool has_images_ = false;
};

}  // namespace

Result<Translation> translate(const std::string& log, std::vector<ChangedModule> modules) {
  Translator translator;
  CUTAWAY_TRY(translator.prepare(log, std::move(modules)));
  return translator.run(log);
}

}  // namespace cutaway
