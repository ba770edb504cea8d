// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Problem: a document of 500 characters makes the program fail; which few of them do? Idea: ddmin
// over the characters. Those after one that goes move up, what gets free at the end is 0, and where
// the length stands beside a pointer to the text (std::string, std::string_view), or is an argument
// of the call that gets the pointer, it follows. What cannot go becomes 'a' if it can. Example: a
// parser fails at
// "]]>" after "<a": "a<b>c]]>" becomes "<a]]>". Cost: bounded by k_most_tests.
#include "shrink/texts.h"

#include <algorithm>
#include <map>

namespace cutaway {
namespace {

constexpr uint64_t k_most_tests = 600, k_most_tests_of_text = 300;
constexpr size_t k_shortest_text = 2;

// What the outside wrote, by address.
class Memory {
 public:
  Memory(const PartContents& part, const Contents& contents) : contents_(contents) {
    for (const BytePlace& byte : part.bytes) {
      // Of what was written twice the last is taken: most often the failing call reads that.
      if (!byte.is_image_address) bytes_[byte.address] = &byte;
    }
    for (auto& [address, byte] : bytes_) {
      uint64_t aligned = address / 8 * 8;
      if (!words_.empty() && words_.back().first == aligned) continue;
      words_.emplace_back(aligned, word_at(aligned));
    }
  }

  const std::map<uint64_t, const BytePlace*>& bytes() const { return bytes_; }
  // Aligned ones, with their addresses.
  const std::vector<std::pair<uint64_t, uint64_t>>& words() const { return words_; }

  std::vector<const BytePlace*> places_of_word(uint64_t address) const {
    std::vector<const BytePlace*> places;
    for (uint64_t i = 0; i < 8; ++i) {
      auto found = bytes_.find(address + i);
      places.push_back(found != bytes_.end() ? found->second : nullptr);
    }
    return places;
  }

  uint64_t word_at(uint64_t address) const {
    uint64_t word = 0;
    uint64_t shift = 0;
    for (const BytePlace* place : places_of_word(address)) {
      if (place != nullptr) word |= uint64_t{byte_of(contents_, *place)} << shift;
      shift += 8;
    }
    return word;
  }

  // A pointer is written as a whole; of a text that starts within a word its bytes alone are.
  bool has_pointer_at(uint64_t address) const {
    constexpr size_t k_pointer_bytes = 6;  // the others are 0, and may have been before
    auto places = places_of_word(address);
    places.resize(k_pointer_bytes);
    return std::ranges::count(places, nullptr) == 0 && is_pointer_like(word_at(address));
  }

 private:
  const Contents& contents_;
  std::map<uint64_t, const BytePlace*> bytes_;
  std::vector<std::pair<uint64_t, uint64_t>> words_;
};

class TextFinder {
 public:
  TextFinder(const PartContents& part, const Contents& contents)
      : part_(part), contents_(contents), memory_(part, contents) {
    for (const auto& [address, word] : memory_.words()) pointers_in_memory_.emplace(word, address);
    for (const PointerPlace& pointer : part.pointers)
      pointer_arguments_.emplace(contents.incalls[pointer.incall].words[pointer.word], &pointer);
  }

  std::vector<Text> find() {
    for (const auto& [address, place] : memory_.bytes()) {
      bool is_character = place != nullptr && is_printable(byte_of(contents_, *place)) &&
                          !memory_.has_pointer_at(address / 8 * 8);
      bool follows = address == end_ && !pointers_in_memory_.contains(address) &&
                     !pointer_arguments_.contains(address);
      if (!is_character || !follows) finish();
      if (!is_character) continue;
      text_.characters.push_back(place);
      end_ = address + 1;
    }
    finish();
    return std::move(texts_);
  }

 private:
  void finish() {
    if (text_.characters.size() >= k_shortest_text) {
      find_lengths();
      texts_.push_back(std::move(text_));
    }
    text_ = {};
  }

  void find_lengths() {
    uint64_t start = text_.characters[0]->address, length = text_.characters.size();
    auto [first, last] = pointers_in_memory_.equal_range(start);
    for (; first != last; ++first)
      for (uint64_t beside : {first->second + 8, first->second - 8})
        if (memory_.word_at(beside) == length)
          text_.lengths.push_back(memory_.places_of_word(beside));
    auto [argument, end] = pointer_arguments_.equal_range(start);
    for (; argument != end; ++argument) add_length_argument(*argument->second, length);
  }

  // Wherever it stands: string_view has its length before the pointer, read(text, flags, length)
  // has something else between them.
  void add_length_argument(const PointerPlace& pointer, uint64_t length) {
    for (const NumberPlace& number : part_.numbers) {
      if (number.incall != pointer.incall || number.leaf.kind == LeafKind::Float) continue;
      if (low_bytes(word_of(contents_, number), number.leaf.bytes) == length)
        text_.length_arguments.push_back(&number);
    }
  }

  // Above them a slot holds anything.
  static uint64_t low_bytes(uint64_t word, uint32_t bytes) {
    return bytes >= 8 ? word : word & ((uint64_t{1} << 8 * bytes) - 1);
  }

  const PartContents& part_;
  const Contents& contents_;
  const Memory memory_;
  std::multimap<uint64_t, uint64_t> pointers_in_memory_;  // address of the pointer by its value
  std::multimap<uint64_t, const PointerPlace*> pointer_arguments_;
  std::vector<Text> texts_;
  Text text_;
  uint64_t end_ = 0;
};

void set_length(const Text& text, uint64_t length, Contents* contents) {
  for (const auto& places : text.lengths) {
    uint64_t rest = length;
    for (const BytePlace* place : places) {
      if (place != nullptr) set_byte(contents, *place, static_cast<uint8_t>(rest));
      rest >>= 8;
    }
  }
  for (const NumberPlace* place : text.length_arguments) word_of(*contents, *place) = length;
}

void keep_characters(const Text& text, const Elements& kept, Contents* contents) {
  if (kept.size() == text.characters.size()) return;
  size_t to = 0;
  for (uint32_t from : kept)
    set_byte(contents, *text.characters[to++], byte_of(*contents, *text.characters[from]));
  for (; to < text.characters.size(); ++to) set_byte(contents, *text.characters[to], 0);
  set_length(text, kept.size(), contents);
}

// The characters that are left.
Result<Elements> shorten(Simplifier& simplifier, const Text& text) {
  return simplifier.leave_out(
      text.characters.size(),
      [&](const Elements& part, Contents* contents) { keep_characters(text, part, contents); });
}

// Whether it became simpler.
Result<bool> simplify(Simplifier& simplifier, const Text& text) {
  size_t length = text.characters.size();
  CUTAWAY_ASSIGN(Elements kept, shorten(simplifier, text));
  if (kept.size() == length && !text.length_arguments.empty()) {
    Text alone = text;  // a number may be the same by chance
    alone.length_arguments.clear();
    CUTAWAY_ASSIGN(kept, shorten(simplifier, alone));
  }
  std::vector<const BytePlace*> others;
  for (size_t i = 0; i < kept.size(); ++i)
    if (byte_of(simplifier.contents(), *text.characters[i]) != 'a')
      others.push_back(text.characters[i]);
  CUTAWAY_ASSIGN(Elements needed, simplifier.leave_out(others.size(), [&](const Elements& part,
                                                                          Contents* contents) {
    for_each_missing(part, others.size(), [&](uint32_t i) { set_byte(contents, *others[i], 'a'); });
  }));
  return kept.size() != length || needed.size() != others.size();
}

}  // namespace

std::vector<Text> find_texts(const PartContents& part, const Contents& contents) {
  return TextFinder(part, contents).find();
}

Result<uint64_t> simplify_texts(Simplifier& simplifier) {
  uint64_t count = 0, left = k_most_tests;
  for (const Text& text : find_texts(simplifier.recorded(), simplifier.contents())) {
    uint64_t allowed = std::min(left, k_most_tests_of_text);
    simplifier.allow(allowed);
    CUTAWAY_ASSIGN(bool is_simpler, simplify(simplifier, text));
    count += is_simpler ? 1 : 0;
    left -= allowed - simplifier.left();
  }
  return count;
}

}  // namespace cutaway
