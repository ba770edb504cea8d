// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes event streams as a recorder would, for the inside of woven_by_hand.h.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <vector>

#include "abi/recording_format.h"
#include "woven_by_hand.h"

namespace cutaway::by_hand {

struct Slot {
  uint64_t value;
  bool is_image = false;

  template <class Word, class = std::enable_if_t<std::is_integral_v<Word>>>
  Slot(Word word) : value(static_cast<uint64_t>(word)) {}
  Slot(const void* image_address);  // encoded
};

class StreamBuilder {
 public:
  StreamBuilder();  // defines what is loaded here and thread 0; this program is module 1

  StreamBuilder& thread(uint32_t ident);
  StreamBuilder& incall(Function function, std::initializer_list<Slot> arguments);
  StreamBuilder& incall_return(Function function, std::initializer_list<Slot> results);
  StreamBuilder& incall_throw(Function function, Slot object, Slot type, const char* type_name);
  StreamBuilder& outcall(Site site, std::initializer_list<Slot> arguments);
  StreamBuilder& outcall_return(Site site, std::initializer_list<Slot> results);
  StreamBuilder& outcall_throw(Site site, Slot object, Slot type, const char* type_name);
  StreamBuilder& throwing(Slot object, Slot type, const char* type_name);
  StreamBuilder& value(Site site, std::initializer_list<Slot> values);
  StreamBuilder& patch(uint64_t address, const std::string& bytes);
  StreamBuilder& patch_cell(uint64_t address, uint64_t word);
  StreamBuilder& patch_word(uint64_t address, const void* image_address);
  StreamBuilder& landed(uint32_t open, uint64_t buffer, uint64_t value_then);
  StreamBuilder& event(uint32_t kind, uint32_t ident, std::vector<uint64_t> payload = {});
  StreamBuilder& failure(int signal, int code, uint64_t address);
  StreamBuilder& exit() { return event(k_event_exit, 0); }

  // The whole raw log.
  std::string raw_log() const;
  bool has_other_build_id = false;
  uint64_t program_base = 0;  // where the recorded program lay, 0: where this one does

 private:
  void define(uint32_t kind, uint32_t ident, const void* address, uint64_t shape, const char* text);
  uint32_t use(Function function);
  uint32_t use(Site site);
  std::vector<uint64_t> words_;
  bool functions_[k_functions_end] = {};
  bool sites_[k_sites_end] = {};
};

}  // namespace cutaway::by_hand
