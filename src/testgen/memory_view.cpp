// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "testgen/memory_view.h"

namespace cutaway {

void MemoryView::write(const OutsideWrite& write) {
  if (write.image) {
    images_[write.address] = *write.image;
    for (uint64_t i = 0; i < sizeof(uint64_t); ++i) bytes_.erase(write.address + i);
    return;
  }
  uint64_t address = write.address;
  for (uint8_t byte : write.bytes) {
    images_.erase(address & ~uint64_t{7});
    bytes_[address++] = byte;
  }
}

void MemoryView::write_segment(const std::vector<OutsideWrite>& writes,
                               std::unordered_set<uint64_t>* seen) {
  std::unordered_set<uint64_t> own;
  for (const OutsideWrite& each : writes) {
    if (each.image) {
      own.insert(each.address);
      if (!seen->contains(each.address)) write(each);
      continue;
    }
    uint64_t address = each.address;
    for (uint8_t byte : each.bytes) {
      own.insert(address);
      if (!seen->contains(address)) write({address, {byte}, {}});
      ++address;
    }
  }
  seen->merge(own);
}

uint8_t MemoryView::byte(uint64_t address) const {
  auto found = bytes_.find(address);
  return found == bytes_.end() ? 0 : found->second;
}

bool MemoryView::knows(uint64_t address) const {
  return bytes_.contains(address) || images_.contains(address & ~uint64_t{7});
}

bool MemoryView::knows_any(uint64_t address, uint64_t size) const {
  for (uint64_t i = 0; i < size; ++i)
    if (knows(address + i)) return true;
  return false;
}

uint64_t MemoryView::number(uint64_t address, uint64_t size) const {
  uint64_t value = 0;
  for (uint64_t i = 0; i < size && i < 8; ++i) value |= uint64_t{byte(address + i)} << 8 * i;
  return value;
}

std::optional<uint64_t> MemoryView::image(uint64_t address) const {
  auto found = images_.find(address);
  return found == images_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::string> MemoryView::text(uint64_t address, size_t most) const {
  std::string text;
  for (; text.size() <= most; ++address) {
    uint8_t c = byte(address);
    if (c == 0) return text;
    text += static_cast<char>(c);
  }
  return std::nullopt;
}

std::string MemoryView::bytes(uint64_t address, uint64_t size) const {
  std::string text;
  for (uint64_t i = 0; i < size; ++i) text += static_cast<char>(byte(address + i));
  return text;
}

}  // namespace cutaway
