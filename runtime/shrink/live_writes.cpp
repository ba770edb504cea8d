// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/shrink/live_writes.h"

#include <string.h>
#include <initializer_list>

#include "runtime/replay/module_map.h"
#include "runtime/replay/recorded_memory.h"
#include "runtime/shrink/live_functions.h"
#include "runtime/shrink/trace.h"

namespace cutaway::rt {
namespace {

// std::_Rb_tree_node_base
struct TreeNode {
  uint64_t color;
  uint64_t parent, left, right;
};

const TreeNode* tree_node(uint64_t address) { return reinterpret_cast<const TreeNode*>(address); }

bool is_node(uint64_t address) {
  return address % 8 == 0 && (g_modules.images.holds(address) || ensure_mapped(address, 32));
}

}  // namespace

void LiveFootprint::add(uint64_t address, uint64_t words) {
  if (count_ == k_most || !is_node(address)) return;
  words_ = words;
  Piece& piece = pieces_[count_++];
  piece.address = address;
  memcpy(piece.words, reinterpret_cast<const void*>(address), words * 8);
}

// Rotations reach the children of a node and theirs.
void LiveFootprint::add_family(uint64_t node) {
  add(node, 4);
  if (!is_node(node)) return;
  for (const uint64_t child : {tree_node(node)->left, tree_node(node)->right}) {
    if (!is_node(child)) continue;
    add(child, 4);
    add(tree_node(child)->left, 4);
    add(tree_node(child)->right, 4);
  }
}

// From `node` to the root and its header; and to its successor, which takes its place when it is
// erased.
void LiveFootprint::add_tree(uint64_t node) {
  constexpr uint32_t k_deepest = 128;
  if (!is_node(node)) return;
  uint64_t at = tree_node(node)->right;
  for (uint32_t depth = 0; is_node(at) && depth < k_deepest; depth++) {
    add_family(at);
    at = tree_node(at)->left;
  }
  at = node;
  for (uint32_t depth = 0; is_node(at) && depth < k_deepest; depth++) {
    add_family(at);
    const uint64_t parent = tree_node(at)->parent;
    // The header and the root are each other's parents.
    if (is_node(parent) && tree_node(parent)->parent == at) {
      add(parent, 4);
      return;
    }
    at = parent;
  }
}

LiveFootprint::LiveFootprint(const CutawaySite* site, const uint64_t* arguments) {
  if (!g_trace.is_traced) return;
  uint64_t size;
  const char* name = name_of_site(site, &size);
  const auto is_about = [&](const char* what) { return memmem(name, size, what, strlen(what)); };
  if (is_about("_Rb_tree")) {
    for (uint64_t i = 0; i < site->arg_slots; i++) {
      add(arguments[i], 4);
      add_tree(arguments[i]);
    }
    if (is_about("insert")) new_node_ = arguments[1];
  } else if (is_about("_List_node_base")) {
    for (uint64_t i = 0; i < site->arg_slots; i++) {
      if (!is_node(arguments[i])) continue;
      const auto* links = reinterpret_cast<const uint64_t*>(arguments[i]);
      for (const uint64_t node : {arguments[i], links[0], links[1]}) add(node, 2);
    }
    if (is_about("_M_hook")) new_node_ = arguments[0];
  } else if (is_about("_Prime_rehash_policy")) {
    add(arguments[0], 2);
  } else if (is_about("__cxa_guard")) {
    add(arguments[0], 1);
  }
}

void LiveFootprint::report() const {
  if (new_node_ != 0) trace_write(new_node_, words_ * 8);
  for (uint32_t i = 0; i < count_; i++) {
    const Piece& piece = pieces_[i];
    const auto* now = reinterpret_cast<const uint64_t*>(piece.address);
    for (uint64_t word = 0; word < words_; word++) {
      if (now[word] == piece.words[word]) continue;
      trace_read(piece.address + 8 * word, 8);
      trace_write(piece.address + 8 * word, 8);
    }
  }
}

}  // namespace cutaway::rt
