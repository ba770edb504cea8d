// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/recordable.h"

#include <fmt/format.h>

#include <algorithm>

#include "abi/weave.h"
#include "base/text.h"
#include "inside/nearest_names.h"

namespace cutaway {
namespace {

Error nothing_matched(const ElfImage& image, const std::vector<std::string>& plan) {
  std::vector<std::string> functions;
  for (const ElfSymbol& symbol : image.read_symbols())
    if (symbol.is_function) functions.push_back(symbol.name);
  std::vector<std::string> names = names_for_patterns(functions, {});
  std::vector<std::string> nearest;
  for (const std::string& pattern : plan) {
    if (pattern.starts_with("-") || pattern.find('/') != std::string::npos) continue;
    for (std::string& name : nearest_names(pattern, names, 3)) nearest.push_back(std::move(name));
  }
  std::string hint = nearest.empty() ? "check the patterns given to --inside when it was built"
                                     : "the nearest names are: " + join(nearest, ", ");
  return user_fault(image.path(),
                    fmt::format("nothing of the program matched --inside: {}", join(plan, ", ")),
                    hint);
}

}  // namespace

Status check_loadable(const ElfImage& image) {
  if (!image.is_dynamic() || (image.interpreter().empty() && image.is_position_independent())) {
    return user_fault(image.path(),
                      "statically linked program: the recorder cannot be preloaded into it",
                      "link it without -static");
  }
  if (!image.is_position_independent()) {
    return user_fault(image.path(),
                      "not position independent: its memory has no place for a shadow",
                      "build it with -fPIE -pie and without -no-pie");
  }
  return Ok{};
}

Status check_asan_options(const ElfImage& image, std::string_view options) {
  for (std::string_view wanted :
       {"detect_stack_use_after_return=1", "detect_stack_use_after_return=true"}) {
    if (options.find(wanted) == std::string_view::npos) continue;
    for (const ElfSymbol& symbol : image.read_symbols()) {
      if (symbol.name != "__asan_init") continue;
      return user_fault(
          image.path(),
          fmt::format("ASAN_OPTIONS has {}: locals of the inside lie on a stack of the "
                      "recorder's, of which it cannot tell",
                      wanted),
          "leave it out of ASAN_OPTIONS");
    }
  }
  return Ok{};
}

Result<ProgramFacts> find_woven_parts(const ElfImage& image, const std::string& library_path) {
  ProgramFacts facts{image.path(), {}, {}, 0};
  auto take = [&](const ElfImage& part) {
    if (!part.woven()) return;
    facts.function_count += part.woven()->function_count;
    for (const std::string& pattern : part.woven()->plan) {
      if (std::find(facts.plan.begin(), facts.plan.end(), pattern) == facts.plan.end())
        facts.plan.push_back(pattern);
    }
    facts.woven.push_back({part.path(), *part.woven()});
  };
  take(image);
  CUTAWAY_ASSIGN(std::vector<std::string> libraries, list_libraries(image, library_path));
  for (const std::string& library : libraries) {
    if (auto part = ElfImage::open(library)) take(*part);
  }
  return facts;
}

Status check_woven(const ElfImage& image, const ProgramFacts& facts) {
  if (facts.woven.empty()) {
    return user_fault(
        image.path(),
        "nothing of it is inside: no cut was named, and none was fixed when it was built",
        "build it with cutaway-cc or cutaway-c++, then `cutaway record --inside PATTERN -- ...`; "
        "`cutaway list` shows what could be inside; if it only loads a woven plugin, add --dlopen");
  }
  for (const WovenFile& file : facts.woven) {
    if (file.tables.abi_version == k_abi_version) continue;
    return user_fault(
        file.path,
        fmt::format("woven by another version of cutaway: got interface {}, expected {}",
                    file.tables.abi_version, int{k_abi_version}),
        "build it again with this version's cutaway-c++");
  }
  if (facts.function_count == 0) return nothing_matched(image, facts.plan);
  return Ok{};
}

}  // namespace cutaway
