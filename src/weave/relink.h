// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Links a variant: the link command of a module once more, with other objects for some units.
//
// Inputs are found where the link found them, or at the same place from the module if the build
// folder was moved. Objects, members of archives and sources of units that are replaced are
// exchanged. An input that changed since the link is made again from its bitcode: the variant must
// be the program that was built, not the one that would be built now.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "weave/program.h"

namespace cutaway {

// Objects to use for units, by hash.
using UnitObjects = std::map<std::string, std::string>;

class Relinker {
 public:
  // Reads the link of `module` and finds its inputs. `units` are those of the module.
  static Result<Relinker> create(const KeptModule& module, std::vector<const Unit*> units);
  Relinker(Relinker&&) noexcept;
  ~Relinker();

  // Units that link() needs objects of besides those that are woven: their own objects are gone.
  const std::vector<const Unit*>& missing_units() const { return missing_units_; }
  // Inputs without bitcode, such as assembler.
  const std::vector<std::string>& foreign_inputs() const { return foreign_inputs_; }
  // The object or archive that has the user's object of a unit; empty if that is gone.
  std::string file_with_object(const std::string& hash) const;
  // Uses `work_folder` for archives. Fails with the command and its output, or if an object would
  // not be linked at all.
  Status link(const UnitObjects& objects, const std::string& output,
              const std::string& work_folder) const;

 private:
  struct Input;
  struct Part;
  Relinker();
  Status find_inputs();
  Status add_input(const std::string& path, bool is_linker_option);
  Status add_library(const std::string& name, std::vector<std::string> words);
  Result<Input> classify(const std::string& path);
  Result<Input> classify_object(const std::string& path, std::string_view bytes);
  Result<Input> classify_archive(const std::string& path, std::string_view bytes);
  Result<Input> make_again(const std::string& path, const std::string& what);
  Status check_unchanged(const std::string& path) const;
  std::string resolve(const std::string& path) const;
  std::string moved(std::string text) const;
  const Unit* find_unit(const std::string& hash) const;
  const Unit* find_by_output(const std::string& path) const;
  const Unit* find_by_source(const std::string& path) const;
  Result<std::string> file_for(const Input& input, const UnitObjects& objects,
                               const std::string& work_folder) const;
  bool takes(const std::string& hash) const;

  std::string module_;
  std::vector<const Unit*> units_;
  Link link_;
  std::vector<std::string> library_dirs_;
  bool is_combined_ = false;  // makes an object of some of the units
  bool is_static_ = false;    // -l takes archives only, at this place of the command
  std::string old_root_;      // of the build when it was linked, and
  std::string new_root_;      // now; equal if it did not move
  std::vector<Part> parts_;
  std::vector<const Unit*> missing_units_;
  std::vector<std::string> foreign_inputs_;
};

}  // namespace cutaway
