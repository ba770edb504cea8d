// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "weave_module.h"
#include "asan.h"
#include "body.h"
#include "entry.h"
#include "flavours.h"
#include "llvm/Analysis/CFG.h"
#include "rules/rules.h"
#include "sides.h"
#include "text_copies.h"

namespace cutaway {
namespace {

using namespace llvm;

bool has_loop(const Function& function) {
  SmallVector<std::pair<const BasicBlock*, const BasicBlock*>, 4> edges;
  FindFunctionBackedges(function, edges);
  return !edges.empty();
}

void apply_rules(Body& body) {
  apply_inside_frame(body);
  apply_verify(body);
  apply_loads(body);
  apply_stores(body);
  apply_atomics(body);
  apply_calls(body);
  apply_landing_pads(body);
}

// Code that is optimised already and need not be fast: in a variant the original body runs only
// when recording has come to its end (of variadic functions whenever the outside calls them), the
// zoom flavour only in a zoom.
void compile_quickly(Function& function) {
  drop_variables(function);
  if (function.isVarArg() || function.hasFnAttribute(Attribute::AlwaysInline)) return;
  for (Attribute::AttrKind kind : {Attribute::OptimizeForSize, Attribute::MinSize})
    function.removeFnAttr(kind);
  function.addFnAttr(Attribute::NoInline);
  function.addFnAttr(Attribute::OptimizeNone);
}

// Then hardly anything is called from outside, and code for plain calls would be compiled in vain.
bool is_whole_program(StringRef plan) {
  SmallVector<StringRef, 8> patterns;
  plan.split(patterns, '\n');
  return is_contained(patterns, "*");
}

FlavourMap make_flavours(ArrayRef<Function*> functions) {
  FlavourMap flavours;
  const bool has_groups =
      any_of(functions, [](const Function* function) { return !group_of(*function).empty(); });
  for (Function* function : functions) {
    const auto clone = [&](StringRef suffix, Variables variables) {
      return clone_with_context(*function, suffix, variables);
    };
    flavours[function] = {clone(".record", Variables::dropped), clone(".replay", Variables::kept),
                          has_groups ? clone(".zoom", Variables::dropped) : nullptr};
  }
  return flavours;
}

void weave_flavours(Tables& tables, FlavourMap& flavours, SharedCalls& shared_calls,
                    Function& function) {
  SiteList sites;
  FlavourSet& set = flavours[&function];
  for (Flavour flavour : {Flavour::record, Flavour::replay, Flavour::zoom}) {
    if (!set.get(flavour)) continue;
    Body body(tables, flavours, shared_calls, sites, *set.get(flavour), flavour);
    apply_rules(body);
    if (body.is_record()) set.is_brief = body.is_quiet() && !has_loop(function);
  }
}

}  // namespace

bool weave_module(Module& module, const WeaveOptions& options) {
  SmallVector<Function*, 32> functions, outside;
  for (Function& function : module)
    if (!function.isDeclaration())
      (side_of(function) == Side::outside ? outside : functions).push_back(&function);
  if (functions.empty()) {
    keep_part(module, outside, options.part);
    return options.part != Part::whole;
  }

  // Tables name a local function also where the linker drops the group that it is in.
  for (Function* function : functions)
    if (function->hasLocalLinkage()) function->setComdat(nullptr);
  // Reports of AddressSanitizer name strdup.
  if (!has_asan(module))
    for (Function* function : functions) expand_text_copies(*function);

  Tables tables(module, options.plan);
  SharedCalls shared_calls(functions);
  FlavourMap flavours = make_flavours(functions);
  for (Function* function : functions) weave_flavours(tables, flavours, shared_calls, *function);
  const bool may_be_plain = !is_whole_program(options.plan);
  for (Function* function : functions)
    if (side_of(*function) == Side::inside)
      make_entry(tables, *function, flavours.lookup(function), may_be_plain);

  SmallVector<Function*, 64> of_record(shared_calls.made_for(Flavour::record));
  SmallVector<Function*, 64> of_zoom(shared_calls.made_for(Flavour::zoom));
  for (Function* function : functions) {
    const FlavourSet set = flavours.lookup(function);
    of_record.push_back(set.record);
    if (set.zoom) of_zoom.push_back(set.zoom);
    // Reports name functions by symbols first; without one, by debug information.
    if (has_asan(module)) set.record->setLinkage(GlobalValue::PrivateLinkage);
  }
  if (options.is_variant)
    for (Function* function : concat<Function*>(functions, of_zoom)) compile_quickly(*function);
  // Those that no replay runs.
  of_record.append(of_zoom);
  of_record.append(outside);
  keep_part(module, of_record, options.part);
  return true;
}

}  // namespace cutaway
