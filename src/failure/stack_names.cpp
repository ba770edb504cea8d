// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "failure/stack_names.h"

#include <llvm/DebugInfo/Symbolize/Symbolize.h>

#include "recording/describe.h"

namespace cutaway {
namespace {

// What weaving adds to a function's name: ".replay", ".inside".
std::string without_flavour(std::string name) {
  for (const char* suffix :
       {".replay", ".record", ".zoom", ".thunk", ".dispatch", ".hooked", ".inside"})
    if (size_t at = name.find(suffix); at != std::string::npos) name.resize(at);
  return name;
}

bool is_made_by_weaving(const std::string& name) {
  return name.ends_with(".thunk") || name.ends_with(".dispatch") || name.ends_with(".hooked");
}

}  // namespace

struct StackNames::Symbolizer {
  // Linkage names: short_name makes of them what people read.
  llvm::symbolize::LLVMSymbolizer llvm{{.Demangle = false}};

  llvm::DIInliningInfo find_exactly(const std::string& path, uint64_t offset) {
    auto lines =
        llvm.symbolizeInlinedCode(path, {offset, llvm::object::SectionedAddress::UndefSection});
    if (lines) return *lines;
    llvm::consumeError(lines.takeError());
    return {};
  }

  // The optimiser leaves instructions without a line (it made them of two): then that of the one
  // before.
  llvm::DIInliningInfo find_lines(const std::string& path, uint64_t offset) {
    constexpr uint64_t k_farthest = 64;
    llvm::DIInliningInfo exact = find_exactly(path, offset);
    auto is_good = [&](const llvm::DIInliningInfo& lines) {
      return lines.getNumberOfFrames() != 0 && lines.getFrame(0).Line != 0;
    };
    for (uint64_t back = 1; !is_good(exact) && back <= std::min(k_farthest, offset); ++back) {
      llvm::DIInliningInfo before = find_exactly(path, offset - back);
      if (is_good(before)) return before;
    }
    return exact;
  }
};

StackNames::StackNames() : symbolizer_(std::make_unique<Symbolizer>()) {}
StackNames::StackNames(StackNames&&) noexcept = default;
StackNames::~StackNames() = default;

void StackNames::add_module(ModuleId id, const std::string& path) { paths_[id] = path; }

const std::vector<Frame>& StackNames::frames_at(EncodedAddress address) {
  auto [entry, is_new] = known_.try_emplace(address.word);
  auto path = paths_.find(address.module());
  if (!is_new || path == paths_.end()) return entry->second;
  llvm::DIInliningInfo lines = symbolizer_->find_lines(path->second, address.offset());
  uint32_t count = lines.getNumberOfFrames();
  for (uint32_t i = 0; i < count; ++i) {
    const llvm::DILineInfo& line = lines.getFrame(i);
    if (line.FunctionName == llvm::DILineInfo::BadString || is_made_by_weaving(line.FunctionName))
      continue;
    Frame frame;
    frame.linkage_name = without_flavour(line.FunctionName);
    frame.function = short_name(frame.linkage_name);
    frame.file = line.FileName == llvm::DILineInfo::BadString ? "" : line.FileName;
    frame.line = line.Line;
    frame.is_inlined = i + 1 < count;
    entry->second.push_back(std::move(frame));
  }
  return entry->second;
}

}  // namespace cutaway
