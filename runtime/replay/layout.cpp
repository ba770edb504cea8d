// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/replay/layout.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <unistd.h>

#include "runtime/common/options.h"
#include "runtime/common/system.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/own_memory.h"
#include "runtime/replay/report.h"

namespace cutaway::rt {
namespace {

constexpr uint64_t k_distance = 64ull << 30;  // of the program from the recorded one and its heap
constexpr uint64_t k_fixed_low = k_known_cells;
constexpr uint64_t k_fixed_high = k_inside_stacks + k_max_threads * k_inside_stack_size;
constexpr uint64_t k_fixed_program =
    0x555555554000ull;  // where the kernel puts it without randomisation
constexpr uint64_t k_alignment_slack = 4 << 20;
constexpr char k_attempt_name[] = "CUTAWAY_ATTEMPT";
constexpr int k_max_attempts = 20;

struct Mapping {
  AddressRange range;
  const char* name;
};

uint64_t parse_hex(const char** text) {
  uint64_t value = 0;
  for (;; ++*text) {
    const char c = **text;
    if (c >= '0' && c <= '9') {
      value = value << 4 | static_cast<uint64_t>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      value = value << 4 | static_cast<uint64_t>(c - 'a' + 10);
    } else {
      return value;
    }
  }
}

char* read_maps() {
  constexpr uint64_t k_limit = 4 << 20;
  char* text = own_allocate_array<char>(k_limit);
  const long fd = sys_open("/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
  if (fd < 0) fail_to_start("/proc/self/maps cannot be read");
  uint64_t size = 0;
  for (;;) {
    const long got =
        raw_syscall(SYS_read, static_cast<uint64_t>(fd), to_word(text + size), k_limit - 1 - size);
    if (got <= 0) break;
    size += static_cast<uint64_t>(got);
  }
  sys_close(static_cast<int>(fd));
  return text;
}

// "low-high perms offset device inode   name"; null at the end of the text.
char* parse_mapping(char* line, Mapping* mapping) {
  if (*line == 0) return nullptr;
  char* end = strchr(line, '\n');
  if (end != nullptr) *end = 0;
  const char* at = line;
  mapping->range.low = parse_hex(&at);
  at++;
  mapping->range.high = parse_hex(&at);
  const char* name = strpbrk(at, "/[");
  mapping->name = name != nullptr ? name : "";
  return end != nullptr ? end + 1 : line + strlen(line);
}

bool overlaps(uint64_t low, uint64_t high, uint64_t other_low, uint64_t other_high) {
  return low < other_high && other_low < high;
}

bool is_program(const AddressRange& range) {
  const Module& program = g_modules.loaded[0];
  return range.low >= program.base && range.high <= program.end;
}

// The program and its heap (which grows after it) against everything recorded that is not a
// library.
bool program_collides() {
  const uint64_t low = g_modules.loaded[0].base;
  const uint64_t high = low + k_distance;
  if (low < k_tracked_low) return false;
  if (overlaps(low, high, k_fixed_low, k_fixed_high)) return true;
  for (uint32_t ident = 1; ident <= g_modules.recorded_count; ident++) {
    const RecordedModule& module = g_modules.recorded[ident];
    if (overlaps(low, high, module.base - k_distance, module.end + k_distance)) return true;
  }
  return false;
}

// True if the mapping lies where recorded memory may be. The vdso is small and cannot be moved.
bool is_in_the_way(const Mapping& mapping) {
  const AddressRange& range = mapping.range;
  if (range.high <= k_tracked_low || range.low >= k_tracked_high) return false;
  if (range.low >= k_places.libraries.low && range.high <= k_places.libraries.high) return false;
  return !is_program(range) && strncmp(mapping.name, "[v", 2) != 0 &&
         strcmp(mapping.name, "[heap]") != 0;
}

int read_attempt(char** environment) {
  const char* text = find_variable(environment, k_attempt_name);
  return text != nullptr ? static_cast<int>(strtol(text, nullptr, 10)) : 0;
}

const RecordedModule* find_recorded_program() {
  for (uint32_t ident = 1; ident <= g_modules.recorded_count; ident++) {
    if (g_modules.recorded[ident].loaded == &g_modules.loaded[0]) return &g_modules.recorded[ident];
  }
  return nullptr;
}

// Without randomisation the kernel maps libraries from the top down, below a gap for the stack that
// follows its limit. A gap larger by a multiple of 4 GiB puts each library at its recorded address
// less that multiple: into addresses that a recorded process does not use, and with the same lower
// half. So a stale pointer of which the inside reads only some bytes (bit-fields in
// memory that nobody initialised) gives the same bytes.
bool widen_stack_gap() {
  constexpr uint64_t k_smallest_gap = 128 << 20;
  constexpr uint64_t k_guard_gap = 1 << 20;
  rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return false;
  if (limit.rlim_cur >= k_places.library_shift) return true;  // done before
  const uint64_t gap = limit.rlim_cur + k_guard_gap;
  limit.rlim_cur =
      k_places.library_shift + (gap < k_smallest_gap ? k_smallest_gap : gap) - k_guard_gap;
  return limit.rlim_cur <= limit.rlim_max && setrlimit(RLIMIT_STACK, &limit) == 0;
}

void choose_layout(bool is_randomised) {
  constexpr unsigned long k_flags = ADDR_COMPAT_LAYOUT | ADDR_NO_RANDOMIZE;
  const unsigned long others = static_cast<unsigned long>(personality(0xffffffff)) & ~k_flags;
  if (is_randomised) {
    personality(others | ADDR_COMPAT_LAYOUT);
  } else {
    personality(widen_stack_gap() ? others | ADDR_NO_RANDOMIZE : others | k_flags);
  }
}

[[noreturn]] void execute_again(char** arguments, char** environment, bool is_randomised) {
  if (is_randomised && !k_places.allows_randomised && !is_program_changed())
    fail_to_start("no address layout was found that leaves the recorded addresses free");
  const int attempt = read_attempt(environment) + 1;
  if (attempt > k_max_attempts)
    fail_to_start("no address layout was found that leaves the recorded addresses free");
  uint64_t count = 0;
  while (environment[count] != nullptr) count++;
  char** changed = own_allocate_array<char*>(count + 2);
  uint64_t kept = 0;
  for (uint64_t i = 0; i < count; i++) {
    if (strncmp(environment[i], k_attempt_name, sizeof(k_attempt_name) - 1) != 0)
      changed[kept++] = environment[i];
  }
  char* variable = own_allocate_array<char>(sizeof(k_attempt_name) + 4);
  memcpy(variable, k_attempt_name, sizeof(k_attempt_name) - 1);
  char* at = variable + sizeof(k_attempt_name) - 1;
  *at++ = '=';
  *at++ = static_cast<char>('0' + attempt / 10);
  *at = static_cast<char>('0' + attempt % 10);
  changed[kept] = variable;
  choose_layout(is_randomised);
  raw_syscall(SYS_execve, to_word("/proc/self/exe"), to_word(arguments), to_word(changed));
  fail_to_start("the program cannot be executed again for another address layout");
}

}  // namespace

// A program that was changed may lie anywhere but where the recorded one had memory.
AddressRange settle_layout(char** arguments, char** environment) {
  const RecordedModule* recorded = find_recorded_program();
  const bool is_same = recorded != nullptr && recorded->base == g_modules.loaded[0].base;
  const bool was_fixed =
      recorded != nullptr && recorded->base - k_fixed_program < k_alignment_slack;
  if (was_fixed && !is_same && read_attempt(environment) == 0)
    execute_again(arguments, environment, false);
  AddressRange stack{0, 0};
  bool fits = is_same || !program_collides();
  char* line = read_maps();
  Mapping mapping;
  while ((line = parse_mapping(line, &mapping)) != nullptr) {
    if (strcmp(mapping.name, "[stack]") == 0) {
      if (mapping.range.low >= k_tracked_low) stack = mapping.range;
    } else if (is_in_the_way(mapping) || (is_same && strcmp(mapping.name, "[heap]") == 0)) {
      fits = false;
    }
  }
  if (!fits) execute_again(arguments, environment, true);
  return stack;
}

}  // namespace cutaway::rt
