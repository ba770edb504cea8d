// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "object_code.h"

namespace cutaway {

using namespace llvm;

std::unique_ptr<ObjectCode> ObjectCode::read(StringRef path) {
  auto file = MemoryBuffer::getFile(path);
  if (!file) return nullptr;
  auto code = std::make_unique<ObjectCode>();
  code->text = std::move(*file);
  StringRef rest = code->text->getBuffer();
  if (!rest.consume_front("v\t1\t\n")) return nullptr;
  while (!rest.empty()) {
    StringRef line, kind, first, second;
    std::tie(line, rest) = rest.split('\n');
    std::tie(kind, line) = line.split('\t');
    std::tie(first, second) = line.split('\t');
    if (kind == "i" || kind == "r") code->holders[first].push_back(second);
    if (kind == "i") code->inlined[second].push_back(first);
    if (kind == "s") code->intact.insert(first);
    if (kind == "n") code->has_new_functions = true;
    if (kind == "c") code->has_all_constructors = false;
    if (kind == "g") code->has_debug_info = true;
    if (kind == "d") code->defined.insert(first);
    if (uint64_t size = 0; kind == "l" && !second.getAsInteger(10, size))
      code->local_sizes[first] = size;
  }
  return code;
}

}  // namespace cutaway
