// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes objects of kept bitcode: plain ones, or woven by patterns. They are cached by content.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "weave/store.h"
#include "weave/user_object.h"

namespace cutaway {

// How many of the objects are done.
using WeaveProgress = std::function<void(size_t done, size_t total)>;

struct UnitJob {
  const Unit* unit = nullptr;
  std::vector<std::string> patterns;  // empty: it is not woven
  uint64_t inside_instructions = 0;
  // If it is there, only what the inside affects is compiled.
  std::optional<UserObject> user_object = std::nullopt;

  bool is_woven() const { return !patterns.empty(); }
};

// $CUTAWAY_WEAVE, for tests and for whoever doubts.
enum class WeaveWay {
  affected,          // what the inside affects, where that can be done
  affected_or_fail,  // "affected": what should be possible must be
  whole,             // "whole": all of each unit
};
WeaveWay weave_way();

class UnitCompiler {
 public:
  // `cache` is the folder for objects.
  static Result<UnitCompiler> create(const std::string& cache, const std::string& zoom);

  // Where the object is, once compile() has made it.
  std::string object_of(const UnitJob& job) const;
  // Compiles what is not there yet, as many at a time as there are processors; a unit that would
  // keep one busy longer than its share is compiled in two parts. Fails for what cannot be woven,
  // or with the command and its output.
  Status compile(const std::vector<UnitJob>& jobs, const WeaveProgress& progress) const;

  // Changes with whatever changes all that is woven.
  const std::string& fingerprint() const { return fingerprint_; }

 private:
  UnitCompiler() = default;
  Result<std::vector<std::string>> command_for(const UnitJob& job, const std::string& bitcode,
                                               const std::string& object) const;
  struct Work;  // one unit, and where its files are
  Status compile_part(const Work& work, const char* part, const std::string& object) const;
  Status compile_in_parts(const Work& work) const;
  Status compile_unit(Work& work) const;
  Status compile_affected(Work& work) const;

  std::string cache_;
  std::string zoom_;
  std::string plugin_;
  std::string fingerprint_;
};

}  // namespace cutaway
