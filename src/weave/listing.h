// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What of a program could be inside, as a tree: namespaces and classes, or folders and files.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "weave/program.h"

namespace cutaway {

struct ListNode {
  std::string pattern;  // names this node in the grammar of the inside
  uint64_t function_count = 0;
  uint64_t instruction_count = 0;
  std::string place;                         // "file.cc:12" of a function
  std::map<std::string, ListNode> children;  // by the last part of the name
};

enum class ListBy { Name, File };

// Code of system headers is left out: it belongs to whoever calls it.
ListNode list_functions(const std::vector<const ProgramFunction*>& functions, ListBy by);

// Indented lines; children of nodes deeper than `depth` are only counted.
std::string render_list(const ListNode& root, int depth);

}  // namespace cutaway
