// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Problem: of a buffer that the outside filled, which bytes does the failure need? Idea: ddmin,
// first over aligned words, so that pointers and numbers stay whole, then over the bytes of the few
// words that are left. What is left out is 0: the outside could have written that, too. (What was
// there before would be no better, and mostly nobody knows it.) A pointer that is 0 could make a
// memory fault of its own, at the same place even; where the failure is one, pointers stay. Cost:
// bounded by k_most_tests.
#include "shrink/state.h"

#include <csignal>
#include <map>

namespace cutaway {
namespace {

constexpr uint64_t k_most_tests = 300;
constexpr size_t k_most_single_bytes = 512;

// Bytes of one patch in one aligned word.
struct StateWord {
  std::vector<const BytePlace*> bytes;
  bool is_pointer = false;
  bool is_image_address = false;  // there is no such address that is 0
};

bool is_memory_fault(const Failure& failure) {
  return failure.kind == FailureKind::Signal &&
         (failure.signal == SIGSEGV || failure.signal == SIGBUS);
}

class StatePass {
 public:
  explicit StatePass(Simplifier& simplifier) : simplifier_(simplifier) {}

  Status run(const Failure& failure) {
    simplifier_.allow(k_most_tests);
    bool may_clear_pointers = !is_memory_fault(failure);
    std::vector<StateWord> words;
    for (StateWord& word : read_words())
      if (!word.is_image_address && (may_clear_pointers || !word.is_pointer))
        words.push_back(std::move(word));
    CUTAWAY_ASSIGN(Elements kept, clear(words));
    std::vector<StateWord> single;
    for (uint32_t element : kept) {
      if (words[element].is_pointer) continue;
      for (const BytePlace* byte : words[element].bytes)
        if (byte_of(simplifier_.contents(), *byte) != 0) single.push_back({{byte}});
    }
    if (single.size() > k_most_single_bytes) return Ok{};
    CUTAWAY_TRY(clear(single));
    return Ok{};
  }

 private:
  // Those that are not 0.
  std::vector<StateWord> read_words() {
    std::vector<StateWord> words;
    std::map<uint64_t, uint64_t> memory;  // aligned words, as far as the outside wrote them
    const auto& bytes = simplifier_.recorded().bytes;
    for (size_t i = 0; i < bytes.size();) {
      StateWord word;
      uint64_t address = bytes[i].address / 8 * 8;
      uint64_t& value = memory[address];
      bool is_zero = true;
      for (size_t first = i; i < bytes.size() && bytes[i].patch == bytes[first].patch &&
                             bytes[i].address / 8 * 8 == address;
           ++i) {
        uint64_t byte = byte_of(simplifier_.contents(), bytes[i]);
        uint64_t shift = bytes[i].address % 8 * 8;
        value = (value & ~(uint64_t{0xff} << shift)) | byte << shift;
        is_zero &= byte == 0;
        word.is_image_address |= bytes[i].is_image_address;
        word.bytes.push_back(&bytes[i]);
      }
      word.is_pointer |= is_pointer_like(value);
      if (!is_zero) words.push_back(std::move(word));
    }
    return words;
  }

  Result<Elements> clear(const std::vector<StateWord>& words) {
    return simplifier_.leave_out(words.size(), [&](const Elements& kept, Contents* contents) {
      for_each_missing(kept, words.size(), [&](uint32_t word) {
        for (const BytePlace* byte : words[word].bytes) set_byte(contents, *byte, 0);
      });
    });
  }

  Simplifier& simplifier_;
};

}  // namespace

Status clear_state(Simplifier& simplifier, const Failure& failure) {
  return StatePass(simplifier).run(failure);
}

uint64_t count_state_bytes(const Simplifier& simplifier) {
  uint64_t count = 0;
  for (const BytePlace& byte : simplifier.recorded().bytes)
    count += byte_of(simplifier.contents(), byte) != 0 ? 1 : 0;
  return count;
}

}  // namespace cutaway
