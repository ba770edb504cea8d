// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>

#include "runtime/common/system.h"
#include "runtime/record/modules.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/report.h"
#include "runtime/zoom/zoom.h"

namespace cutaway::rt {
namespace {

[[noreturn]] void refuse_list() {
  fail_to_start("the list of functions to zoom to makes no sense");
}

struct List {
  const char* text;
  uint64_t size;
};

List map_list(const char* path) {
  const long fd = sys_open(path, O_RDONLY | O_CLOEXEC, 0);
  const long size = fd < 0 ? -1 : raw_syscall(SYS_lseek, fd, 0, SEEK_END);
  if (size <= 0) refuse_list();
  void* text = sys_map(0, size, PROT_READ, MAP_PRIVATE, static_cast<int>(fd));
  sys_close(static_cast<int>(fd));
  if (text == nullptr) refuse_list();
  return {static_cast<const char*>(text), static_cast<uint64_t>(size)};
}

// The hexadecimal number at *at, which `end` must follow.
uint64_t parse_number(const List& list, uint64_t* at, char end) {
  uint64_t value = 0;
  for (; *at < list.size && list.text[*at] != end; ++*at) {
    const char c = list.text[*at];
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_digit && (c < 'a' || c > 'f')) refuse_list();
    value = value << 4 | static_cast<uint64_t>(is_digit ? c - '0' : c - 'a' + 10);
  }
  if (*at == list.size) refuse_list();
  ++*at;
  return value;
}

CutawayFunction* find_function(uint64_t ident, uint64_t offset) {
  if (ident == 0 || ident > g_modules.recorded_count) refuse_list();
  const Module* module = g_modules.recorded[ident].loaded;
  if (module == nullptr || module->woven == nullptr) refuse_list();
  auto* function = reinterpret_cast<CutawayFunction*>(module->base + offset);
  const uint64_t distance = to_word(function) - to_word(module->woven->functions_begin);
  const bool is_listed =
      function >= module->woven->functions_begin && function < module->woven->functions_end;
  if (!is_listed || distance % sizeof(CutawayFunction) != 0) refuse_list();
  return function;
}

template <class Visitor>
void for_each_function(const Visitor& visit) {
  for (uint32_t i = 0; i < g_modules.loaded_count; i++) {
    const CutawayModule* woven = g_modules.loaded[i].woven;
    if (woven == nullptr) continue;
    for (CutawayFunction* f = woven->functions_begin; f != woven->functions_end; f++) visit(f);
  }
}

constexpr uint8_t k_zoomed = 2;  // in leaves_zoom, while the list is read

}  // namespace

void read_zoomed_functions(const char* path) {
  const List list = map_list(path);
  for (uint64_t at = 0; at < list.size;) {
    const uint64_t ident = parse_number(list, &at, ' ');
    find_function(ident, parse_number(list, &at, '\n'))->leaves_zoom = k_zoomed;
  }
  sys_unmap(const_cast<char*>(list.text), list.size);
  for_each_function([](CutawayFunction* function) {
    if (function->zoom == nullptr) fail_to_start("the program was woven without zoom flavours");
    const bool is_zoomed = function->leaves_zoom == k_zoomed;
    const bool is_outside = function->leaves_replay != 0;  // of a B that was zoomed to itself
    const bool is_callers = (function->flags & (k_function_inline | k_function_variadic)) != 0;
    const bool is_variadic = (function->flags & k_function_variadic) != 0;
    function->leaves_replay = (is_zoomed && !is_variadic) || is_outside;
    function->leaves_zoom = !is_zoomed && !is_callers;
  });
}

// All of them, used or not: the replayer of the small recording takes every other for outside.
void define_zoomed_functions() {
  for_each_function([](CutawayFunction* function) {
    const bool is_zoomed = function->leaves_replay != 0 && function->leaves_zoom == 0;
    if (is_zoomed) define_function(function);
  });
}

}  // namespace cutaway::rt
