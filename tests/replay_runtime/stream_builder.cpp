// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stream_builder.h"

#include <cstring>

#include "runtime/common/modules.h"

namespace cutaway::by_hand {
namespace {

const std::vector<rt::Module>& modules() {
  static const std::vector<rt::Module> loaded = [] {
    std::vector<rt::Module> found;
    rt::for_each_module(
        [](const rt::Module& module, void* data) {
          static_cast<std::vector<rt::Module>*>(data)->push_back(module);
        },
        &found);
    return found;
  }();
  return loaded;
}

const rt::Module& find_program() { return modules()[0]; }

uint64_t encode(const void* image_address) {
  for (uint64_t i = 0; i < modules().size(); i++) {
    if (!rt::holds_address(modules()[i], image_address)) continue;
    return (i + 1) << k_module_bits |
           (reinterpret_cast<uint64_t>(image_address) - modules()[i].base);
  }
  return 0;
}

std::vector<uint64_t> to_words(const std::string& bytes, size_t padding) {
  std::vector<uint64_t> words((bytes.size() + padding + 7) / 8);
  if (!bytes.empty()) memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

std::vector<uint64_t> to_payload(const std::vector<Slot>& slots) {
  std::vector<uint64_t> payload(mark_words(slots.size()));
  for (size_t i = 0; i < slots.size(); i++) {
    if (slots[i].is_image) payload[i / 64] |= 1ull << i % 64;
  }
  for (const Slot& slot : slots) payload.push_back(slot.value);
  return payload;
}

std::vector<uint64_t> to_payload(Slot object, Slot type, const char* type_name) {
  std::vector<uint64_t> payload = to_payload({object, type});
  for (uint64_t word : to_words(type_name, 1)) payload.push_back(word);
  return payload;
}

}  // namespace

Slot::Slot(const void* image_address)
    : value(encode(image_address)), is_image(image_address != nullptr) {}

StreamBuilder::StreamBuilder() {
  uint32_t ident = 0;
  for (const rt::Module& module : modules()) {
    char path[4096];
    rt::resolve_path(module, path, sizeof(path));
    const uint64_t flags = module.woven != nullptr ? k_module_woven : 0;
    std::vector<uint64_t> payload = {module.base, module.end, flags, module.build_id_size, 0, 0, 0};
    memcpy(&payload[4], module.build_id, module.build_id_size);
    for (uint64_t word : to_words(path, 1)) payload.push_back(word);
    event(k_event_module, ++ident, payload);
  }
  thread(0);
}

StreamBuilder& StreamBuilder::event(uint32_t kind, uint32_t ident, std::vector<uint64_t> payload) {
  words_.push_back(event_word(kind, payload.size(), ident));
  words_.insert(words_.end(), payload.begin(), payload.end());
  return *this;
}

void StreamBuilder::define(uint32_t kind, uint32_t ident, const void* address, uint64_t shape,
                           const char* text) {
  std::vector<uint64_t> payload = {1, reinterpret_cast<uint64_t>(address) - find_program().base,
                                   shape};
  for (uint64_t word : to_words(text, 1)) payload.push_back(word);
  event(kind, ident, payload);
}

uint32_t StreamBuilder::use(Function index) {
  const CutawayFunction& f = function(index);
  const uint64_t shape = f.arg_slots | static_cast<uint64_t>(f.ret_slots) << 16;
  if (!functions_[index]) define(k_event_function, index + 1, &f, shape, f.text);
  functions_[index] = true;
  return index + 1;
}

uint32_t StreamBuilder::use(Site index) {
  const CutawaySite& s = site(index);
  const uint64_t shape =
      s.arg_slots | static_cast<uint64_t>(s.ret_slots) << 16 | static_cast<uint64_t>(s.flags) << 32;
  if (!sites_[index]) define(k_event_site, index + 1, &s, shape, s.text);
  sites_[index] = true;
  return index + 1;
}

StreamBuilder& StreamBuilder::thread(uint32_t ident) {
  return event(k_event_thread, ident, {1000 + ident});
}
StreamBuilder& StreamBuilder::incall(Function f, std::initializer_list<Slot> arguments) {
  const uint32_t ident = use(f);
  return event(k_event_incall, ident, to_payload(arguments));
}
StreamBuilder& StreamBuilder::incall_return(Function f, std::initializer_list<Slot> results) {
  return event(k_event_incall_return, use(f), to_payload(results));
}
StreamBuilder& StreamBuilder::incall_throw(Function f, Slot object, Slot type,
                                           const char* type_name) {
  return event(k_event_incall_throw, use(f), to_payload(object, type, type_name));
}
StreamBuilder& StreamBuilder::outcall(Site s, std::initializer_list<Slot> arguments) {
  const uint32_t ident = use(s);
  std::vector<Slot> slots = {callee(s)};
  slots.insert(slots.end(), arguments);
  return event(k_event_outcall, ident, to_payload(slots));
}
StreamBuilder& StreamBuilder::outcall_return(Site s, std::initializer_list<Slot> results) {
  return event(k_event_outcall_return, use(s), to_payload(results));
}
StreamBuilder& StreamBuilder::outcall_throw(Site s, Slot object, Slot type, const char* type_name) {
  return event(k_event_outcall_throw, use(s), to_payload(object, type, type_name));
}
StreamBuilder& StreamBuilder::throwing(Slot object, Slot type, const char* type_name) {
  return event(k_event_throwing, 0, to_payload(object, type, type_name));
}
StreamBuilder& StreamBuilder::value(Site s, std::initializer_list<Slot> values) {
  const uint32_t ident = use(s);
  return event(k_event_value, ident, to_payload(values));
}
StreamBuilder& StreamBuilder::patch(uint64_t address, const std::string& bytes) {
  std::vector<uint64_t> payload = {address};
  for (uint64_t word : to_words(bytes, 0)) payload.push_back(word);
  return event(k_event_patch, static_cast<uint32_t>(bytes.size()), payload);
}
StreamBuilder& StreamBuilder::patch_cell(uint64_t address, uint64_t word) {
  return patch(address, std::string(reinterpret_cast<const char*>(&word), sizeof(word)));
}
StreamBuilder& StreamBuilder::patch_word(uint64_t address, const void* image_address) {
  return event(k_event_patch_word, 0, {address, Slot(image_address).value});
}
StreamBuilder& StreamBuilder::landed(uint32_t open, uint64_t buffer, uint64_t value_then) {
  return event(k_event_landed, open, {buffer, value_then});
}
StreamBuilder& StreamBuilder::failure(int signal, int code, uint64_t address) {
  return event(k_event_failure, static_cast<uint32_t>(signal),
               {static_cast<uint64_t>(code), address, 0});
}

std::string StreamBuilder::raw_log() const {
  CutawayRawHeader header{};
  memcpy(header.magic, "CUTRAW\0", 8);
  header.version = k_format_version;
  std::string log(k_raw_header_bytes, '\0');
  memcpy(log.data(), &header, sizeof(header));
  log.append(reinterpret_cast<const char*>(words_.data()), words_.size() * 8);
  if (has_other_build_id) log[k_raw_header_bytes + 8 + 4 * 8] ^= 1;
  if (program_base != 0) {
    const uint64_t range[2] = {program_base,
                               program_base + find_program().end - find_program().base};
    memcpy(log.data() + k_raw_header_bytes + 8, range, sizeof(range));
  }
  return log;
}

}  // namespace cutaway::by_hand
