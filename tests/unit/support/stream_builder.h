// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds event streams in memory, right or wrong.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "abi/recording_format.h"
#include "abi/weave.h"
#include "base/result.h"
#include "recording/run_info.h"

namespace cutaway::test {

using Words = std::vector<uint64_t>;

constexpr uint64_t k_heap = 0x555555550000;        // an address with a shadow
constexpr uint64_t k_image_base = 0x560000000000;  // of module 1
constexpr uint64_t k_image_bytes = 0x10000;

inline uint64_t image(uint32_t module, uint64_t offset) {
  return uint64_t{module} << k_module_bits | offset;
}

// Values payload; bit i of `marks` marks slot i.
Words values(const Words& slots, uint64_t marks = 0);
Words text_words(std::string_view text);
Words operator+(Words a, const Words& b);

class StreamBuilder {
 public:
  StreamBuilder& event(uint32_t kind, uint32_t ident, const Words& payload = {});
  // Idents count up by themselves.
  StreamBuilder& module(std::string_view path = "/opt/app", uint64_t flags = k_module_woven);
  StreamBuilder& function(uint16_t arg_slots, uint16_t ret_slots, std::string_view text,
                          uint32_t flags = 0);
  StreamBuilder& site(uint16_t arg_slots, uint16_t ret_slots, std::string_view text,
                      uint32_t flags = 0);
  StreamBuilder& thread(uint32_t ident = 0);
  StreamBuilder& incall(uint32_t function, const Words& slots, uint64_t marks = 0);
  StreamBuilder& incall_return(uint32_t function, const Words& slots = {}, uint64_t marks = 0);
  StreamBuilder& outcall(uint32_t site, const Words& arguments);
  StreamBuilder& outcall_return(uint32_t site, const Words& slots = {}, uint64_t marks = 0);
  StreamBuilder& patch(uint64_t address, std::string_view bytes);
  StreamBuilder& exit() { return event(k_event_exit, 0); }

  const Words& words() const { return words_; }

 private:
  Words words_;
  uint32_t modules_ = 0;
  uint32_t functions_ = 0;
  uint32_t sites_ = 0;
};

// Module 1 (woven), function 1 `parse(char const*, int)` -> int, site 1 `read` with 3 arguments,
// site 2 a value; thread 0 runs.
StreamBuilder prelude();
// A whole run that holds every kind of event but failure and truncated.
StreamBuilder sample();

// What the validator says: empty if it accepts all.
std::string find_fault(const Words& words);

// A packed recording of the stream, as bytes.
std::string packed(const Words& words, const RunInfo& info = {});
// A recording whose chunks hold these words, one chunk each, without the packer's validation.
std::string packed_unchecked(const std::vector<Words>& chunks);

}  // namespace cutaway::test
