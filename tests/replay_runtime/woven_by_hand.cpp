// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "woven_by_hand.h"

#include <cxxabi.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>
#include <unwind.h>
#include <csetjmp>
#include <typeinfo>

extern "C" cutaway::CutawayModule cutaway_module_by_hand;

asm(R"(
  .pushsection .note.cutaway,"a",@note
  .balign 4
  .long 8, 8, 1
  .asciz "Cutaway"
1: .quad cutaway_module_by_hand - 1b
  .popsection
)");

namespace cutaway::by_hand {
namespace {

CutawaySite g_sites[k_sites_end] = {
    {0, 2, 1, 0, 0, "name=ask\nfile=outside.c\nline=1", nullptr, nullptr},
    {0, 1, 1, 0, 0, "name=may_throw", nullptr, nullptr},
    {0, 1, 1, 0, 0, "name=__cxa_allocate_exception", nullptr, nullptr},
    {0, 0, 0, k_site_noreturn, 0, "name=jump_back", nullptr, nullptr},
    {0, 0, 1, k_site_value, 0, "name=tls", nullptr, nullptr},
    {0, 1, 1, 0, 0, "name=relay", nullptr, nullptr},
    {0, 1, 1, k_site_allocator, 0, "name=malloc", nullptr, nullptr},
    {0, 1, 0, k_site_allocator, 0, "name=free", nullptr, nullptr},
    {0, 1, 1, k_site_indirect, 0, "name=", nullptr, nullptr},
};

void an_outside_function() {}

template <class Function>
Function* hook(int index) {
  return reinterpret_cast<Function*>(cutaway_module_by_hand.calls[index]);
}

void outcall(void* context, Site site, const uint64_t* arguments, uint64_t* results) {
  hook<void(void*, const CutawaySite*, const void*, const uint64_t*, uint64_t*)>(k_call_outcall)(
      context, &g_sites[site], callee(site), arguments, results);
}

uint64_t outcall(void* context, Site site, uint64_t argument) {
  uint64_t result = 0;
  outcall(context, site, &argument, &result);
  return result;
}

uint64_t ask(void* context, uint64_t a, uint64_t b) {
  const uint64_t arguments[2] = {a, b};
  uint64_t result = 0;
  outcall(context, k_site_ask, arguments, &result);
  return result;
}

void ask_and_add(void* context, const uint64_t* args, uint64_t* results) {
  results[0] = ask(context, args[0], args[1]) + args[0];
}

void read_cell(void*, const uint64_t* args, uint64_t* results) {
  results[0] = *reinterpret_cast<const uint64_t*>(args[0]);
}

void catch_int(void* context, const uint64_t* args, uint64_t* results) {
  try {
    results[0] = outcall(context, k_site_may_throw, args[0]);
  } catch (int& value) {
    results[0] = static_cast<uint64_t>(value);
  } catch (...) {
    results[0] = 99;
  }
}

void throw_int(void* context, const uint64_t*, uint64_t*) {
  auto* object = reinterpret_cast<int*>(outcall(context, k_site_allocate, 4));
  *object = 7;
  hook<void(void*, void*, const void*)>(k_call_throwing)(context, object, &typeid(int));
  abi::__cxa_throw(object, const_cast<std::type_info*>(&typeid(int)), nullptr);
}

void jump(void* context, const uint64_t*, uint64_t* results) {
  auto* thread = static_cast<CutawayContext*>(context);
  char* const outer_sp = thread->inside_sp;
  auto* buffer = reinterpret_cast<__jmp_buf_tag*>(outer_sp - 256);
  auto* token = reinterpret_cast<uint64_t*>(outer_sp - 8);
  thread->inside_sp -= 256;
  *token = hook<uint64_t(void*, void*)>(k_call_setjmp_begin)(context, buffer);
  const int value = _setjmp(buffer);
  hook<void(void*, void*, uint64_t, int32_t)>(k_call_setjmp_end)(context, buffer, *token, value);
  if (value == 0) outcall(context, k_site_jump, nullptr, nullptr);
  results[0] = static_cast<uint64_t>(value);
  thread->inside_sp += 256;
}

void count_access(CutawayContext* context) {
  using Reached = __attribute__((preserve_most)) void(void*);
  if (--context->position == 0) hook<Reached>(k_call_position_reached)(context);
}

void sum_accesses(void* context, const uint64_t* args, uint64_t* results) {
  const auto* cell = reinterpret_cast<const volatile uint64_t*>(args[0]);
  results[0] = 0;
  for (uint64_t i = 0; i < args[1]; i++) {
    count_access(static_cast<CutawayContext*>(context));
    results[0] += *cell;
  }
}

void crash(void*, const uint64_t* args, uint64_t*) {
  *reinterpret_cast<volatile int*>(args[0]) = 1;
}

void fill_stack(void* context, const uint64_t* args, uint64_t*) {
  static_cast<CutawayContext*>(context)->inside_sp =
      reinterpret_cast<char*>(k_inside_stacks + 0x10);
  *reinterpret_cast<volatile int*>(args[0]) = 1;
}

void open_file(void*, const uint64_t*, uint64_t* results) {
  results[0] = static_cast<uint64_t>(open("/dev/null", O_RDONLY) >= 0);
}

void open_socket(void*, const uint64_t*, uint64_t* results) {
  results[0] = static_cast<uint64_t>(socket(AF_INET, SOCK_STREAM, 0) >= 0);
}

void lower(void*, const uint64_t* args, uint64_t* results) {
  const auto* cells = reinterpret_cast<const volatile int32_t*>(
      k_known_cells + k_memo_tolower * k_memo_table_bytes);
  results[0] = static_cast<uint64_t>(cells[args[0] + k_memo_bias]);
}

void get_value(void* context, const uint64_t*, uint64_t* results) {
  hook<void(void*, const CutawaySite*, uint64_t*)>(k_call_value)(
      context, &g_sites[k_site_get_value], results);
}

void store(void* context, const uint64_t* args, uint64_t*) {
  using Verify = __attribute__((preserve_most)) void(void*, void*, uint64_t);
  auto* cell = reinterpret_cast<uint64_t*>(args[0]);
  *cell = args[1];
  if (static_cast<CutawayContext*>(context)->verify != 0)
    hook<Verify>(k_call_verify_store)(context, cell, 8);
}

void nest(void* context, const uint64_t* args, uint64_t* results) {
  results[0] = outcall(context, k_site_relay, args[0]) + 1;
}

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Winfinite-recursion"
[[gnu::noinline]] uint64_t recurse_deeper(volatile char* outer) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(outer[0] + 1);
  return recurse_deeper(frame) + static_cast<uint64_t>(frame[0]);
}

#pragma clang diagnostic pop

void recurse(void*, const uint64_t*, uint64_t* results) {
  volatile char frame[1] = {0};
  results[0] = recurse_deeper(frame);
}

void load_local(void* context, const uint64_t*, uint64_t* results) {
  results[0] = reinterpret_cast<uint64_t>(static_cast<CutawayContext*>(context)->inside_sp);
}

void return_function(void*, const uint64_t*, uint64_t* results) {
  results[0] = reinterpret_cast<uint64_t>(&an_outside_function);
}

struct AskOnLeave {
  void* context;
  ~AskOnLeave() { ask(context, 1, 2); }
};

void throw_through(void* context, const uint64_t*, uint64_t*) {
  AskOnLeave guard{context};
  outcall(context, k_site_may_throw, 0);
}

void use_heap(void* context, const uint64_t* args, uint64_t* results) {
  auto* block = reinterpret_cast<volatile char*>(outcall(context, k_site_malloc, 32));
  block[0] = 1;
  if (args[0] == 2) block[32] = 1;
  const auto address = reinterpret_cast<uint64_t>(block);
  outcall(context, k_site_free, &address, nullptr);
  results[0] = args[0] == 1 ? static_cast<uint64_t>(block[0]) : 0;
}

#define CUTAWAY_BY_HAND(name, args, rets) \
  {0,                                     \
   args,                                  \
   rets,                                  \
   0,                                     \
   0,                                     \
   0,                                     \
   0,                                     \
   0,                                     \
   "name=" #name,                         \
   nullptr,                               \
   reinterpret_cast<void*>(name),         \
   nullptr,                               \
   nullptr,                               \
   nullptr,                               \
   0,                                     \
   nullptr}
CutawayFunction g_functions[k_functions_end] = {
    CUTAWAY_BY_HAND(ask_and_add, 2, 1),   CUTAWAY_BY_HAND(read_cell, 1, 1),
    CUTAWAY_BY_HAND(catch_int, 1, 1),     CUTAWAY_BY_HAND(throw_int, 0, 0),
    CUTAWAY_BY_HAND(jump, 0, 1),          CUTAWAY_BY_HAND(sum_accesses, 2, 1),
    CUTAWAY_BY_HAND(crash, 1, 0),         CUTAWAY_BY_HAND(open_file, 0, 1),
    CUTAWAY_BY_HAND(open_socket, 0, 1),   CUTAWAY_BY_HAND(lower, 1, 1),
    CUTAWAY_BY_HAND(get_value, 0, 1),     CUTAWAY_BY_HAND(store, 2, 0),
    CUTAWAY_BY_HAND(nest, 1, 1),          CUTAWAY_BY_HAND(recurse, 0, 1),
    CUTAWAY_BY_HAND(load_local, 0, 1),    CUTAWAY_BY_HAND(return_function, 0, 1),
    CUTAWAY_BY_HAND(throw_through, 0, 0), CUTAWAY_BY_HAND(use_heap, 1, 1),
    CUTAWAY_BY_HAND(fill_stack, 1, 0)};

}  // namespace

CutawayModule& module() { return cutaway_module_by_hand; }
const CutawayFunction& function(uint32_t index) { return g_functions[index]; }
const CutawaySite& site(uint32_t index) { return g_sites[index]; }
const void* callee(uint32_t) { return reinterpret_cast<const void*>(&an_outside_function); }

}  // namespace cutaway::by_hand

cutaway::CutawayModule cutaway_module_by_hand = {
    cutaway::k_abi_version,
    0,
    cutaway::by_hand::g_functions,
    cutaway::by_hand::g_functions + cutaway::by_hand::k_functions_end,
    nullptr,
    nullptr,
    "",
    {},
    nullptr};
