// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A slot (context, crossings, inside stack) is given to the next new thread when its own has ended.
// Its memory and shadow stay as they are: the replayer has the same bytes there.
#include "runtime/record/threads.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>

#include "runtime/common/system.h"
#include "runtime/common/verify_hash.h"
#include "runtime/record/crossings.h"
#include "runtime/record/lock.h"
#include "runtime/record/log.h"
#include "runtime/record/signals.h"

extern "C" void* __libc_stack_end;  // ld.so: where the main thread's stack began

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

namespace cutaway::rt {

State g_state;
__thread Context* t_context;
ImageTable g_images;
ImageTable g_read_only;
uint32_t g_verify;

namespace {

pthread_key_t g_key;
bool g_can_bias;
Context* g_free;  // under the inside lock

uint64_t parse_hex(const char** text) {
  uint64_t value = 0;
  for (;; (*text)++) {
    const char c = **text;
    if (c >= '0' && c <= '9') value = value * 16 + (c - '0');
    else if (c >= 'a' && c <= 'f') value = value * 16 + (c - 'a' + 10);
    else return value;
  }
}

// Start of the mapping that holds `address`, from /proc/self/maps; `address` itself if unknown.
uint64_t find_mapping_start(uint64_t address) {
  const long fd = sys_open("/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
  if (is_error(fd)) return address;
  char buffer[4096];
  uint64_t used = 0;
  uint64_t found = address;
  for (;;) {
    const long got = raw_syscall(SYS_read, fd, to_word(buffer + used), sizeof(buffer) - 1 - used);
    if (got <= 0) break;
    used += got;
    buffer[used] = 0;
    const char* line = buffer;
    for (const char* end = line; *end != 0; end++) {
      if (*end != '\n') continue;
      const uint64_t start = parse_hex(&line);
      line++;
      const uint64_t stop = parse_hex(&line);
      if (address >= start && address < stop) found = start;
      line = end + 1;
    }
    used = buffer + used - line;
    __builtin_memmove(buffer, line, used);
  }
  sys_close(static_cast<int>(fd));
  return found;
}

void find_stack(Context* context, uint64_t sp) {
  if (sys_thread_id() == sys_process_id()) {
    rlimit limit{};
    raw_syscall(SYS_getrlimit, RLIMIT_STACK, to_word(&limit));
    const uint64_t size = limit.rlim_cur < 1ull << 40 ? limit.rlim_cur : 1ull << 40;
    context->stack_high = round_up(to_word(__libc_stack_end), k_page_bytes) + (1 << 20);
    context->stack_low = context->stack_high - size - (2 << 20);
  } else {
    // glibc puts the thread's control block at the top of its stack.
    context->stack_high = to_word(__builtin_thread_pointer());
    context->stack_low = find_mapping_start(sp);
  }
}

void* map_private(uint64_t address, uint64_t size, int extra_flags) {
  void* at = sys_map(address, size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | extra_flags);
  if (at != nullptr) sys_advise(at, size, MADV_NOHUGEPAGE);
  return at;
}

bool map_inside_stack(uint32_t slot) {
  const uint64_t base = k_inside_stacks + slot * k_inside_stack_size;
  void* got = map_private(base, k_inside_stack_size, MAP_FIXED_NOREPLACE);
  if (got == nullptr) return false;
  if (to_word(got) != base) {
    sys_unmap(got, k_inside_stack_size);
    return false;
  }
  sys_protect(got, k_page_bytes, PROT_NONE);
  sys_protect(static_cast<char*>(got) + k_inside_stack_size / 2, k_page_bytes, PROT_NONE);
  return true;
}

Context* make_slot() {
  const uint32_t slot = g_state.thread_count;
  if (slot >= k_max_threads || !map_inside_stack(slot)) return nullptr;
  const uint64_t own = round_up(sizeof(Context), 64);
  const uint64_t pending = round_up(pending_signals_bytes(), 64);
  void* memory = map_private(0, own + pending + k_crossings_bytes, 0);
  if (memory == nullptr) return nullptr;
  auto* context = static_cast<Context*>(memory);
  context->ident = slot;
  context->pending = reinterpret_cast<PendingSignals*>(static_cast<char*>(memory) + own);
  context->crossings = crossings_in(static_cast<char*>(memory) + own + pending);
  g_state.thread_count = slot + 1;
  if (slot == 0 && g_can_bias) g_state.lock.owner = context;
  return context;
}

// With the inside lock held.
Context* take_slot() {
  if (g_state.alive == 0) return nullptr;
  Context* context = g_free;
  if (context != nullptr) {
    g_free = context->next_free;
    if (g_state.last_thread == context->ident) forget_thread();
  } else {
    context = make_slot();
    if (context == nullptr) {
      stop_recording(k_truncated_unsupported, "no room for another thread's inside stack");
    }
  }
  return context;
}

void release_thread(void* data) {
  auto* context = static_cast<Context*>(data);
  BlockSignals block;
  take_alternate_stack(context);
  t_context = nullptr;
  forbid_plain();  // another thread may get its thread pointer
  lock_aside();
  // pthread_exit in an outcall: the outcall never returns. Its crossings stay open in the
  // recording, so the slot is not given to another thread.
  if (context->depth == 0) {
    context->next_free = g_free;
    g_free = context;
  }
  unlock_inside();
}

}  // namespace

CUTAWAY_COLD Context* attach_thread(uint64_t sp) {
  KeepErrno keep;
  BlockSignals block;
  lock_aside();
  Context* context = take_slot();
  unlock_inside();
  if (context == nullptr) return nullptr;
  const uint64_t middle =
      k_inside_stacks + context->ident * k_inside_stack_size + k_inside_stack_size / 2;
  context->woven.inside_sp = reinterpret_cast<char*>(middle);
  context->woven.position = k_quantum;
  context->woven.verify = g_verify;
  context->side = k_side_outside;
  context->thread_id = sys_thread_id();
  context->thread = reinterpret_cast<uint64_t>(__builtin_thread_pointer());
  context->depth = 0;
  context->open = 0;
  context->suspect_modules = 1;
  context->in_fault_handler = 0;
  context->counted = 0;
  context->last_break = 0;
  context->hash = k_verify_seed;
  context->pending_count = 0;
  find_stack(context, sp);
  pthread_setspecific(g_key, context);  // one of the first keys: needs no heap
  give_alternate_stack(context);
  t_context = context;
  return context;
}

bool start_threads() {
  g_can_bias = start_lock();
  return pthread_key_create(&g_key, release_thread) == 0 &&
         !is_error(sys_advise(&g_state, sizeof(g_state), MADV_WIPEONFORK));
}

}  // namespace cutaway::rt
