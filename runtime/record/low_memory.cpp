// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Woven code that still runs when the recording ends has no other flavour to go on in, and its
// accesses to the shadow of low memory fault. For one instruction each, registers that hold such an
// address, or the offset it was made with, are changed so that it reaches the memory itself: a
// check compares a value with itself, a mirroring store repeats the store. The processor's
// single-step trap restores the registers that the instruction has not written. Costs two signals
// for each access, but new incalls are not recorded any more.
#include "runtime/record/low_memory.h"

#include <ucontext.h>

#include "runtime/common/system.h"
#include "runtime/record/log.h"

namespace cutaway::rt {

namespace {

constexpr char k_low_memory[] =
    "the inside used memory that was mapped at a low address (MAP_32BIT)";
constexpr int k_registers = REG_RIP;  // R8 ... RSP come before it in gregs
constexpr uint64_t k_kernel_half = 1ull << 63;
constexpr uint64_t k_reach = 1ull << 31;  // of an address from the register it is based on
constexpr uint64_t k_trap_flag = 0x100;
// Only what the instruction itself raises may come before its trap.
constexpr uint64_t k_faults = 1ull << (SIGSEGV - 1) | 1ull << (SIGBUS - 1) | 1ull << (SIGTRAP - 1);

struct Step {
  bool is_active;
  bool is_string;  // movs or stos, which move their registers on; `rep` traps after each step
  uint64_t saved[k_registers];
  uint64_t changed[k_registers];
  uint64_t mask;
};
__thread Step t_step;

bool is_mapped(uint64_t address) {
  unsigned char resident;
  return !is_error(raw_syscall(SYS_mincore, round_down(address, k_page_bytes), k_page_bytes,
                               to_word(&resident)));
}

bool is_string_instruction(uint64_t pc) {
  const auto* code = reinterpret_cast<const unsigned char*>(pc);
  while (*code == 0x66 || *code == 0xf2 || *code == 0xf3) code++;
  if ((*code & 0xf0) == 0x40) code++;
  return *code == 0xa4 || *code == 0xa5 || *code == 0xaa || *code == 0xab;
}

uint64_t to_memory(uint64_t value, uint64_t fault) {
  if (value == k_shadow_offset) return 0;
  return value - fault + k_reach < 2 * k_reach ? value - k_shadow_offset : value;
}

uint64_t* mask_of(ucontext_t* context) { return reinterpret_cast<uint64_t*>(&context->uc_sigmask); }

bool start_step(ucontext_t* context, uint64_t fault) {
  auto* registers = reinterpret_cast<uint64_t*>(context->uc_mcontext.gregs);
  bool is_found = false;
  for (int i = 0; i < k_registers; i++) {
    t_step.saved[i] = registers[i];
    t_step.changed[i] = i == REG_RSP ? registers[i] : to_memory(registers[i], fault);
    is_found = is_found || t_step.changed[i] != registers[i];
  }
  if (!is_found) return false;
  for (int i = 0; i < k_registers; i++) registers[i] = t_step.changed[i];
  t_step.is_string = is_string_instruction(registers[REG_RIP]);
  t_step.mask = *mask_of(context);
  *mask_of(context) = ~k_faults;
  registers[REG_EFL] |= k_trap_flag;
  t_step.is_active = true;
  return true;
}

void end_step(ucontext_t* context) {
  auto* registers = reinterpret_cast<uint64_t*>(context->uc_mcontext.gregs);
  for (int i = 0; i < k_registers; i++) {
    const bool is_kept = t_step.is_string || registers[i] == t_step.changed[i];
    if (is_kept) registers[i] += t_step.saved[i] - t_step.changed[i];
  }
  *mask_of(context) = t_step.mask;
  registers[REG_EFL] &= ~k_trap_flag;
  t_step.is_active = false;
}

}  // namespace

CUTAWAY_COLD bool refuse_low_memory(const void* address, uint64_t size) {
  if (size == 0) return true;
  if (!is_mapped(reinterpret_cast<uint64_t>(address))) {
    static_cast<void>(*static_cast<const volatile char*>(address));
  }
  stop_recording(k_truncated_unsupported, k_low_memory);
  return true;
}

CUTAWAY_COLD bool step_over_low_access(int signal, siginfo_t* info, void* frame) {
  auto* context = static_cast<ucontext_t*>(frame);
  if (t_step.is_active) {
    end_step(context);
    return signal == SIGTRAP;
  }
  if (signal != SIGSEGV || info->si_code != SEGV_MAPERR || t_context == nullptr) return false;
  const uint64_t fault = reinterpret_cast<uint64_t>(info->si_addr);
  const uint64_t memory = fault - k_shadow_offset;
  const bool is_low_shadow = fault >= k_kernel_half && memory < k_tracked_low;
  if (!is_low_shadow || t_context->side != k_side_inside) return false;
  if (!is_mapped(memory)) {
    info->si_addr = reinterpret_cast<void*>(memory);
    return false;
  }
  if (!start_step(context, fault)) return false;
  stop_recording(k_truncated_unsupported, k_low_memory);
  return true;
}

}  // namespace cutaway::rt
