// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/shrink/program_end.h"

#include <stdio.h>
#include <string.h>
#include <exception>
#include <typeinfo>

#include "runtime/common/exception_layout.h"
#include "runtime/common/text.h"
#include "runtime/replay/module_map.h"
#include "runtime/replay/runtime.h"
#include "runtime/replay/tables.h"
#include "runtime/shrink/live_functions.h"
#include "runtime/shrink/outcome.h"
#include "runtime/shrink/test_asan.h"
#include "runtime/shrink/watch.h"

namespace cutaway::rt {
namespace {

// Text in recorded memory.
const char* text_at(uint64_t address) {
  return address != 0 ? reinterpret_cast<const char*>(address) : "";
}

void end_by_assertion(const uint64_t* arguments) {
  set_message(text_at(arguments[0]));
  add_to_message(", ");
  add_to_message(text_at(arguments[3]));
  fail(k_failure_assert);
}

// The modules run as if nobody recorded them, for code of the program that only describes an
// exception.
void set_mode(uint32_t mode) {
  for (uint32_t i = 0; i < g_modules.loaded_count; i++)
    if (CutawayModule* woven = g_modules.loaded[i].woven) woven->mode = mode;
}

void describe_exception() {
  auto* header = static_cast<CxaException*>(exception_globals()->caught);
  if (header == nullptr) return;
  const ThrownObject thrown = decode_exception(&header->unwind);
  if (thrown.object == nullptr) return;
  set_type(thrown.type_name);
  const auto* type = static_cast<const std::type_info*>(thrown.typeinfo);
  void* object = const_cast<void*>(thrown.object);
  if (!typeid(std::exception).__do_catch(type, &object, 1)) return;
  // Constructors of library types that could not run leave nothing behind.
  if (!g_modules.images.holds(*static_cast<const uint64_t*>(object))) return;
  set_mode(k_mode_off);
  set_message(static_cast<const std::exception*>(object)->what());
}

}  // namespace

void end_if_known(const CutawaySite* site, const uint64_t* arguments) {
  const auto is = [&](const char* name) { return has_name(site, name); };
  if (is("__assert_fail") && site->arg_slots == 4) end_by_assertion(arguments);
  if (is("_ZSt9terminatev") && exception_globals()->caught != nullptr) {
    describe_exception();
    fail(k_failure_exception);
  }
  if (is("__stack_chk_fail")) {
    set_message("stack smashing detected");
    fail(k_failure_abort);
  }
  if (is("abort") || is("_ZSt9terminatev") || is("__chk_fail")) fail(k_failure_abort);
  if (is("exit") || is("_exit") || is("_Exit") || is("quick_exit")) {
    watch_exit(static_cast<int>(arguments[0]), /*has_kept_frames=*/true);
    pass();
  }
  if (is("cutaway_rt_fail")) {
    set_message(text_at(arguments[0]));
    fail(k_failure_declared);
  }
  if (is("__cxa_pure_virtual")) {
    set_message("pure virtual method called");
    fail(k_failure_abort);
  }
}

void end_by_report(const CutawaySite* site) {
  if (g_asan_report != nullptr) {
    const char* report = g_asan_report;
    g_asan_report = nullptr;
    uint64_t length;
    const char* called = name_of_site(site, &length);
    constexpr char k_returns[] = "_noabort";
    const bool goes_on = memmem(called, length, k_returns, sizeof(k_returns) - 1) != nullptr;
    if (goes_on && !g_watch.reports) return;
    set_message("AddressSanitizer: ");
    add_to_message(report);
    fail(k_failure_sanitizer);
  }
  if (!is_report(site)) return;
  uint64_t size;
  const char* name = name_of_site(site, &size);
  constexpr char k_suffix[] = "_abort";
  const bool is_fatal = (site->flags & k_site_noreturn) != 0;
  if (!is_fatal && !g_watch.reports) return;
  name += sizeof(k_report_prefix) - 1;
  size -= sizeof(k_report_prefix) - 1;
  const uint64_t tail = sizeof(k_suffix) - 1;
  if (is_fatal && size > tail && memcmp(name + size - tail, k_suffix, tail) == 0) size -= tail;
  char text[128];
  snprintf(text, sizeof(text), "%.*s", static_cast<int>(size), name);
  for (char* at = text; *at != 0; at++)
    if (*at == '_') *at = ' ';
  set_message(text);
  fail(k_failure_sanitizer);
}

void end_if_main(uint32_t ident, const uint64_t* results) {
  const CutawayFunction* function = g_tables.functions[ident].function;
  if (function->ret_slots != 1 || !has_name_text(function->text, "main")) return;
  Frames frames{.pcs = {g_modules.images.encode(to_word(function->replay))}, .count = 1};
  keep_outer_frames(frames, 1);
  watch_exit(static_cast<int>(results[0]), /*has_kept_frames=*/true);
}

void end_by_terminate() {
  keep_frames();
  if (exception_globals()->caught == nullptr) fail(k_failure_abort, /*has_kept_frames=*/true);
  describe_exception();
  fail(k_failure_exception, /*has_kept_frames=*/true);
}

}  // namespace cutaway::rt
