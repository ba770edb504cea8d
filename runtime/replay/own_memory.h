// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The replayer's own memory. All of it lies at fixed places below every address that a recorded
// process can have used (k_tracked_low), above AddressSanitizer's shadow, our own, and the
// libraries of this one (0x2aaa...).
#pragma once
#include "runtime/common/rt.h"

namespace cutaway::rt {

constexpr uint64_t k_native_stack_bytes = 256ull << 20;
constexpr uint64_t k_native_stack_guard = 64 << 10;
constexpr uint64_t k_own_heap = 0x430000000000ull;
constexpr uint64_t k_own_heap_bytes = 4ull << 30;

// Reserves the region above; false if something lies there already.
bool reserve_own_memory();

// Zeroed memory that lives as long as the process. Never null: stops the replay if none is left.
void* own_allocate(uint64_t size);

template <class T>
T* own_allocate_array(uint64_t count) {
  return static_cast<T*>(own_allocate(count * sizeof(T)));
}

// An array that grows. Old ones are not given back.
template <class T>
struct List {
  T* items;
  uint64_t count, capacity;

  T& add(const T& item) {
    if (count == capacity) {
      const T* old = items;
      capacity = capacity == 0 ? 64 : 2 * capacity;
      items = own_allocate_array<T>(capacity);
      for (uint64_t i = 0; i < count; i++) items[i] = old[i];
    }
    items[count] = item;
    return items[count++];
  }
};

}  // namespace cutaway::rt
