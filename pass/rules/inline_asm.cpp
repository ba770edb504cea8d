// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inline assembly. What only computes on registers runs in both flavours; anything that may read
// a clock, the CPU's identity or memory is logged.
#include "llvm/IR/InlineAsm.h"
#include "rules/rules.h"

namespace cutaway {
namespace {

using namespace llvm;

bool touches_memory(const InlineAsm& assembly) {
  for (const InlineAsm::ConstraintInfo& constraint : assembly.ParseConstraints()) {
    if (constraint.isIndirect) return true;
    for (const std::string& code : constraint.Codes)
      if (code == "{memory}" || code == "m" || code == "o" || code == "V" || code == "X" ||
          code == "g" || code == "imr" || code == "rm")
        return true;
  }
  return false;
}

bool is_unpredictable(StringRef text) {
  static const char* const k_mnemonics[] = {
      "rdtsc", "cpuid",   "rdrand", "rdseed", "rdpmc",   "xgetbv", "syscall", "sysenter",
      "int ",  "int\t",   "rdpid",  "in ",    "inb",     "inl",    "sgdt",    "sidt",
      "str ",  "smsw",    "fs:",    "gs:",    "%rsp",    "%rip",   "call",    "xbegin",
      "fnst",  "stmxcsr", "pushf",  "lsl",    "rdfsbase"};
  for (const char* mnemonic : k_mnemonics)
    if (text.contains_insensitive(mnemonic)) return true;
  return false;
}

bool is_trap(StringRef text) { return text.contains("ud2") || text.contains("int3"); }

bool computes_again(const InlineAsm& assembly) {
  const StringRef text = assembly.getAsmString();
  if (text.trim().empty() || is_trap(text)) return true;
  return !touches_memory(assembly) && !is_unpredictable(text);
}

}  // namespace

bool weave_inline_asm(Body& body, CallBase& call) {
  const auto* assembly = dyn_cast<InlineAsm>(call.getCalledOperand());
  if (!assembly) return false;
  body.set_loud();  // it may have a loop
  if (!computes_again(*assembly)) {
    make_logged_value(body, call, "inline asm");
  } else if (touches_memory(*assembly)) {
    count_position(body, call);  // a compiler barrier: the program expects memory to change here
  }
  return true;
}

}  // namespace cutaway
