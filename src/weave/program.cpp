// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "weave/program.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "inside/patterns.h"
#include "recording/elf_image.h"

namespace cutaway {

Result<std::vector<KeptModule>> find_kept_modules(const std::string& program,
                                                  const std::string& library_path) {
  CUTAWAY_ASSIGN(ElfImage image, ElfImage::open(program));
  CUTAWAY_ASSIGN(std::vector<std::string> paths, list_libraries(image, library_path));
  paths.insert(paths.begin(), program);
  std::vector<KeptModule> modules;
  for (const std::string& path : paths) {
    CUTAWAY_ASSIGN(Marks marks, read_marks(path));
    if (!marks.is_empty()) modules.push_back({path, std::move(marks)});
  }
  if (modules.empty()) {
    return user_fault(program,
                      "no bitcode was kept of this program: it was built by another compiler",
                      "build it with CC=cutaway-cc and CXX=cutaway-c++");
  }
  return modules;
}

Result<ProgramIndex> ProgramIndex::read(const std::vector<KeptModule>& modules) {
  ProgramIndex index;
  std::set<StoredName> seen;
  for (uint32_t number = 0; number < modules.size(); ++number) {
    const Marks& marks = modules[number].marks;
    index.lost_.insert(index.lost_.end(), marks.lost.begin(), marks.lost.end());
    for (const StoredName& name : marks.units) {
      if (!seen.insert(name).second) continue;
      CUTAWAY_ASSIGN(Unit unit, read_unit(name));
      index.units_.push_back(std::move(unit));
      index.modules_.push_back(number);
    }
  }
  index.collect_functions();
  return index;
}

void ProgramIndex::collect_functions() {
  struct Definition {
    const UnitFunction* function;
    const std::string* file;
    uint32_t unit;
  };
  std::vector<Definition> definitions;
  for (uint32_t number = 0; number < units_.size(); ++number) {
    for (const UnitFunction& function : units_[number].functions) {
      if (!function.is_copy)
        definitions.push_back({&function, &units_[number].files[function.file], number});
    }
  }
  auto key = [](const Definition& definition) {
    return std::tie(definition.function->name, *definition.file);
  };
  std::ranges::stable_sort(definitions, {}, key);
  for (size_t i = 0; i < definitions.size(); ++i) {
    const Definition& definition = definitions[i];
    if (i == 0 || key(definitions[i - 1]) != key(definition)) {
      functions_.push_back(
          {definition.function, definition.file, qualified_name_of(definition.function->name), {}});
    }
    functions_.back().units.push_back(definition.unit);
  }
}

}  // namespace cutaway
