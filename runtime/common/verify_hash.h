// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The checksum of all inside stores of a segment (record --verify). One implementation for both
// runtimes: they must agree bit for bit on the same stores in the same order.
//
// Recorder and replayer see the same stores at different image and native-stack addresses, so
// both hash *canonical* words. The caller gives `canonical`, a callable uint64_t -> uint64_t:
//   - an address in a module's image: module << 48 | offset, as in the stream (module idents and
//     offsets of the recording);
//   - an address in native frames of the inside (from the stack pointer of the running hook up to
//     the innermost incall's): k_native_address;
//   - everything else: fold_half(itself).
// A word that points into the main stack of the fixed layout is hashed as k_native_address as well:
// it may be a stale one that happens to point below the incall, where the recorder cannot tell it
// from an address of its own frames, and the replayer's frames are elsewhere. Only whole 8-byte
// units are canonicalised; shorter stores are hashed as they are, because to look at their
// neighbours would hash bytes that the inside neither wrote nor read.
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace cutaway::rt {

constexpr uint64_t k_verify_seed = 0x43757461776179ull;     // hash of an empty segment
constexpr uint64_t k_native_address = 0x6e617469766521ull;  // stands for any native frame address

inline uint64_t verify_mix(uint64_t hash, uint64_t word) {
  unsigned __int128 product =
      static_cast<unsigned __int128>(hash ^ word) * 0x9e3779b97f4a7c15ull + 0x632be59bd9b4e019ull;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

// Half a stale library pointer with other bytes below it keeps the upper half that libraries have
// in its process (Places in replay/runtime.h): 0x7fff when recording, 0x2fff in a replay, 0x6fff in
// a zoom. All are hashed as the first, in every runtime, since an integer may have any upper half.
inline uint64_t fold_half(uint64_t word) {
  const uint64_t half = word >> 32;
  return half == 0x2fff || half == 0x6fff ? (word & 0xffffffff) | 0x7fffull << 32 : word;
}

// Above where the kernel maps libraries when it does not randomise.
inline bool is_fixed_stack(uint64_t word) {
  return word >= 0x7ffff8000000ull && word < 0x800000000000ull;
}

inline uint64_t verify_load(const unsigned char* from, size_t size) {
  uint64_t word = 0;
  __builtin_memcpy(&word, from, size <= 8 ? size : 8);
  return word;
}

// Adds a store of `size` bytes at `address` (memory holds the new content already) to `hash`.
// Units: from the start of the store if its size is a multiple of 8 and at most 64 (scalars,
// vectors, also unaligned ones); otherwise aligned words with a shorter head and tail.
template <class Canonical>
inline uint64_t verify_add(uint64_t hash, const void* address, uint64_t size,
                           const Canonical& canonical) {
  const unsigned char* at = static_cast<const unsigned char*>(address);
  hash = verify_mix(hash, canonical(reinterpret_cast<uint64_t>(address)));
  hash = verify_mix(hash, size);
  const bool from_start = size % 8 == 0 && size <= 64;
  while (size != 0) {
    uint64_t unit = from_start ? 8 : 8 - reinterpret_cast<uint64_t>(at) % 8;
    if (unit > size) unit = size;
    uint64_t word = 0;
    for (uint64_t i = 0; unit < 8 && i < unit; i++) word |= static_cast<uint64_t>(at[i]) << (8 * i);
    if (unit == 8) {
      word = verify_load(at, 8);
      word = is_fixed_stack(word) ? k_native_address : canonical(word);
    }
    hash = verify_mix(hash, word);
    at += unit;
    size -= unit;
  }
  return hash;
}

}  // namespace cutaway::rt
