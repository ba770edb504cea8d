// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Words for people: names of functions and addresses, values by their kind.
#pragma once
#include <span>
#include <string>

#include "recording/event.h"
#include "recording/signature.h"
#include "recording/stream_validator.h"
#include "recording/symbols.h"

namespace cutaway {

class Describer {
 public:
  // Both must outlive the describer.
  Describer(const StreamTables& tables, const SymbolTable& symbols)
      : tables_(tables), symbols_(symbols) {}

  // "symbol", "symbol+0x10", "libx.so+0x1234" or "0x7f0012345678".
  std::string address(EncodedAddress address) const;
  // A slot that is marked or not, as a pointer.
  std::string pointer(uint64_t slot, bool is_marked) const;
  // One leaf; `slots` are its own.
  std::string value(const Leaf& leaf, std::span<const uint64_t> slots, bool is_marked) const;
  // The demangled name of what an outcall calls: by its address, else by what the pass knew.
  std::string callee(const Code& site, uint64_t slot, bool is_marked) const;

 private:
  const StreamTables& tables_;
  const SymbolTable& symbols_;
};

// By its name.
bool is_unsigned(std::string_view type);

// Demangled, without "(.*)" clutter: "ns::f(int)" -> "ns::f".
std::string short_name(const std::string& linkage_name);
// The demangled name of an exception's type: "St13runtime_error" -> "std::runtime_error".
std::string type_name(std::string_view mangled);
// "file.cc:12", relative to the current folder if it lies in it; empty if unknown.
std::string place_of(const Signature& signature);
// The text at the start of `bytes` as a quoted literal; empty if it does not look like text.
std::string text_preview(std::span<const uint8_t> bytes, size_t max_bytes);

}  // namespace cutaway
