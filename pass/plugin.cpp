// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers the passes: keeping or marking at the start of the pipeline, weaving at its end.
// Configured by the environment (abi/store.h), because plugin options do not reach -fpass-plugin
// reliably.
#include <cstdlib>
#include "abi/store.h"
#include "asan.h"
#include "code_record.h"
#include "flavours.h"
#include "inside/patterns.h"
#include "keep.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "mark.h"
#include "sides.h"
#include "slim.h"
#include "weave_module.h"

namespace cutaway {
namespace {

using namespace llvm;

std::string setting(const char* name) {
  const char* text = std::getenv(name);
  return text ? text : "";
}

// Woven to be recorded, not shipped.
bool is_variant() { return !setting(CUTAWAY_ENV_PLAN_VARIANT).empty(); }

struct KeepPass : PassInfoMixin<KeepPass> {
  explicit KeepPass(bool is_optimised) : is_optimised(is_optimised) {}
  PreservedAnalyses run(Module& module, ModuleAnalysisManager& manager) {
    const bool is_watched = is_optimised && setting(CUTAWAY_ENV_PLAN_INSIDE).empty();
    if (keep_unit(module) && is_watched) start_code_record(module, manager);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }

  bool is_optimised;
};

struct KeepCodeRecordPass : PassInfoMixin<KeepCodeRecordPass> {
  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    if (const std::string record = finish_code_record(module); !record.empty())
      keep_code_record(module, record);
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

struct MarkPass : PassInfoMixin<MarkPass> {
  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    const InsidePatterns patterns(setting(CUTAWAY_ENV_PLAN_INSIDE));
    const Granularity zoom = parse_granularity(setting(CUTAWAY_ENV_PLAN_ZOOM));
    if (patterns.empty() || !mark_sides(module, patterns, zoom)) return PreservedAnalyses::all();
    if (const char* object = std::getenv(CUTAWAY_ENV_PLAN_OBJECT))
      slim_module(module, object, setting(CUTAWAY_ENV_PLAN_CHANGES));
    // What valgrind 3.19 can read, also in a unit that was compiled with another version.
    if (module.getModuleFlag("Dwarf Version"))
      module.setModuleFlag(Module::Max, "Dwarf Version", 4);
    if (is_variant())
      for (Function& function : module)
        if (side_of(function) == Side::outside) {
          keep_parameter_names(function);
          drop_variables(function);
        }
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

struct WeavePass : PassInfoMixin<WeavePass> {
  PreservedAnalyses run(Module& module, ModuleAnalysisManager& manager) {
    const char* asan = std::getenv(CUTAWAY_ENV_PLAN_ASAN);
    if (asan) run_asan(module, manager, asan);
    const WeaveOptions options = {.plan = setting(CUTAWAY_ENV_PLAN_INSIDE),
                                  .is_variant = is_variant(),
                                  .part = parse_part(setting(CUTAWAY_ENV_PLAN_PART))};
    const bool is_woven = weave_module(module, options);
    if (asan) keep_from_asan(module, asan);
    return is_woven || asan ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

bool parse_pass_name(StringRef name, ModulePassManager& manager,
                     ArrayRef<PassBuilder::PipelineElement>) {
  if (name == "cutaway-mark") {
    manager.addPass(MarkPass());
  } else if (name == "cutaway-weave") {
    manager.addPass(WeavePass());
  } else {
    return false;
  }
  return true;
}

void register_passes(PassBuilder& builder) {
  builder.registerPipelineStartEPCallback([](ModulePassManager& manager, OptimizationLevel level) {
    manager.addPass(KeepPass(level != OptimizationLevel::O0));
    manager.addPass(MarkPass());
  });
  builder.registerOptimizerLastEPCallback([](ModulePassManager& manager, OptimizationLevel) {
    manager.addPass(KeepCodeRecordPass());
    manager.addPass(WeavePass());
  });
  builder.registerPipelineParsingCallback(parse_pass_name);
}

}  // namespace
}  // namespace cutaway

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "cutaway", "1", cutaway::register_passes};
}
