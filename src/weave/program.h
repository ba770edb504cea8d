// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program with all that was kept of it: its executable and the libraries that it is linked to.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "weave/marks.h"
#include "weave/store.h"

namespace cutaway {

struct KeptModule {
  std::string path;  // of the executable or shared object
  Marks marks;
};

// Only modules that have marks. Fails if none has.
Result<std::vector<KeptModule>> find_kept_modules(const std::string& program,
                                                  const std::string& library_path);

// One function of a program. An inline function is in several units.
struct ProgramFunction {
  const UnitFunction* function;  // in the first of them
  const std::string* file;
  std::string name;  // qualified, without parameters
  std::vector<uint32_t> units;
};

// Everything that could be inside.
class ProgramIndex {
 public:
  static Result<ProgramIndex> read(const std::vector<KeptModule>& modules);

  const std::vector<Unit>& units() const { return units_; }
  uint32_t module_of(uint32_t unit) const { return modules_[unit]; }
  // In the order of linkage names; copies are left out.
  const std::vector<ProgramFunction>& functions() const { return functions_; }
  // Sources and objects that have no bitcode, with the reason.
  const std::vector<std::string>& lost() const { return lost_; }

 private:
  void collect_functions();

  std::vector<Unit> units_;
  std::vector<uint32_t> modules_;  // by unit
  std::vector<ProgramFunction> functions_;
  std::vector<std::string> lost_;
};

}  // namespace cutaway
