// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/record/log.h"

#include <cpuid.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "runtime/common/system.h"
#include "runtime/common/text.h"

namespace cutaway::rt {
namespace {

constexpr uint64_t k_window_bytes = 2 << 20;  // room for the longest event
constexpr uint64_t k_flush_bytes =
    256 << 10;  // but written as soon as it holds this: it stays in the cache
constexpr uint64_t k_stream_offset = k_raw_header_bytes + k_window_bytes;
constexpr uint64_t k_reserve_bytes = 1024;  // for the events that end a recording, and a short one

// The file is opened for each write: a program may close descriptors that are not its own, and
// their numbers then mean other files.
char g_path[4096];
uint64_t g_device;
uint64_t g_inode;
uint64_t g_max_size;
uint64_t g_allocated;  // of the window
int g_kept = -1;       // the file, if it is kept open

long open_again() {
  if (g_kept >= 0) return g_kept;
  const long fd = sys_open(g_path, O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0);
  if (is_error(fd)) return fd;
  struct stat status{};
  if (is_error(raw_syscall(SYS_fstat, fd, to_word(&status))) || status.st_dev != g_device ||
      status.st_ino != g_inode) {
    sys_close(static_cast<int>(fd));
    return -ENOENT;
  }
  return fd;
}

void close_again(long fd) {
  if (fd != g_kept) sys_close(static_cast<int>(fd));
}

bool exceeds_limit(uint64_t end) {
  rlimit limit{};
  raw_syscall(SYS_getrlimit, RLIMIT_FSIZE, to_word(&limit));
  return limit.rlim_cur != RLIM_INFINITY && end > limit.rlim_cur;
}

// fallocate, or zeros written where the file system has none. Never raises SIGXFSZ.
bool allocate(int fd, uint64_t offset, uint64_t size) {
  if (exceeds_limit(offset + size)) return false;
  long result;
  do result = sys_allocate(fd, offset, size);
  while (result == -EINTR);
  if (result != -EOPNOTSUPP && result != -ENOSYS) return !is_error(result);
  static const char zeros[k_page_bytes] = {};
  struct stat status{};
  raw_syscall(SYS_fstat, fd, to_word(&status));
  uint64_t at = static_cast<uint64_t>(status.st_size) > offset ? status.st_size : offset;
  while (at < offset + size) {
    const uint64_t left = offset + size - at;
    const long wrote = raw_syscall(SYS_pwrite64, fd, to_word(zeros),
                                   left < sizeof(zeros) ? left : sizeof(zeros), at);
    if (wrote <= 0) return false;
    at += wrote;
  }
  return true;
}

bool has_lzcnt() {
  unsigned a, b, c, d;
  return __get_cpuid(0x80000001, &a, &b, &c, &d) != 0 && (c & bit_LZCNT) != 0;
}

uint64_t stream_bytes() { return g_state.header->flushed + (g_state.cursor - g_state.window); }

// How far events may go before the window is written out.
void set_limit() {
  uint64_t bytes = k_flush_bytes;
  if (g_max_size != 0) {
    const uint64_t used = k_raw_header_bytes + g_state.header->flushed;
    const uint64_t left = g_max_size > used ? g_max_size - used : 0;
    if (left < bytes) bytes = left;
  }
  g_state.limit = g_state.window + bytes - k_reserve_bytes;
}

bool write_all(int fd, const char* from, uint64_t size, uint64_t offset) {
  if (exceeds_limit(offset + size)) return false;  // would raise SIGXFSZ
  while (size != 0) {
    const long wrote = raw_syscall(SYS_pwrite64, fd, to_word(from), size, offset);
    if (wrote == -EINTR) continue;
    if (wrote <= 0) return false;
    from += wrote;
    offset += wrote;
    size -= wrote;
  }
  return true;
}

// Empties the window. The order makes the log readable at every moment, see abi/recording_format.h.
bool flush_window(int fd) {
  align_cursor();
  const uint64_t size = g_state.cursor - g_state.window;
  if (!write_all(fd, g_state.window, size, k_stream_offset + g_state.header->flushed)) return false;
  __atomic_store_n(reinterpret_cast<uint64_t*>(g_state.window), 0, __ATOMIC_RELEASE);
  __atomic_store_n(&g_state.header->flushed, g_state.header->flushed + size, __ATOMIC_RELEASE);
  __builtin_memset(g_state.window, 0, size + 8);
  g_state.cursor = g_state.window;
  g_state.last_outcall.end = nullptr;
  set_limit();
  return true;
}

// Makes room for `need` bytes.
bool advance_window(uint64_t need) {
  const uint64_t wanted = need + 2 * k_reserve_bytes;
  if (wanted > k_window_bytes) return false;
  const long fd = open_again();
  if (is_error(fd)) return false;
  bool is_done = flush_window(static_cast<int>(fd));
  if (is_done && wanted > g_allocated) {
    is_done = allocate(static_cast<int>(fd), k_raw_header_bytes, wanted);
    if (is_done) g_allocated = wanted;
  }
  close_again(fd);
  return is_done;
}

bool map_log(int fd) {
  const uint64_t size = k_stream_offset;
  auto* base = static_cast<char*>(sys_map(0, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd));
  if (base == nullptr) return false;
  sys_advise(base, size, MADV_DONTFORK);
  sys_advise(base, size, MADV_DONTDUMP);
  g_state.header = reinterpret_cast<CutawayRawHeader*>(base);
  g_state.window = base + k_raw_header_bytes;
  return true;
}

bool copy_path(const char* path) {
  uint64_t i = 0;
  if (path[0] != '/') {
    const long size = raw_syscall(SYS_getcwd, to_word(g_path), sizeof(g_path) - 1);
    if (is_error(size)) return false;
    i = size - 1;
    g_path[i++] = '/';
  }
  for (; *path != 0 && i + 1 < sizeof(g_path); path++) g_path[i++] = *path;
  g_path[i] = 0;
  return *path == 0;
}

}  // namespace

bool open_log(const Options& options, const char** why) {
  *why = "its path is too long";
  if (!copy_path(options.log)) return false;
  *why = "cannot create it";
  const long fd = sys_open(g_path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (is_error(fd)) return false;
  struct stat status{};
  raw_syscall(SYS_fstat, fd, to_word(&status));
  g_device = status.st_dev;
  g_inode = status.st_ino;
  g_max_size = options.max_size;
  *why = "no room on its file system";
  g_allocated = k_flush_bytes;
  const bool is_mapped = allocate(static_cast<int>(fd), 0, k_raw_header_bytes + g_allocated) &&
                         map_log(static_cast<int>(fd));
  sys_close(static_cast<int>(fd));
  if (!is_mapped) return false;
  CutawayRawHeader* header = g_state.header;
  header->version = k_raw_version;
  header->verify = options.verify ? 1 : 0;
  header->pid = sys_process_id();
  header->window_bytes = k_window_bytes;
  __builtin_memcpy(header->magic, "CUTRAW\0\0", sizeof(header->magic));
  g_state.cursor = g_state.window;
  g_state.events_left = options.max_events != 0 ? options.max_events : ~0ull >> 1;
  g_state.counts_events = options.max_events != 0 ? 1 : 0;
  g_state.last_thread = k_no_thread;
  g_state.has_lzcnt = has_lzcnt() ? 1 : 0;
  g_state.process = static_cast<uint32_t>(header->pid);
  g_state.alive = 1;
  set_limit();
  return true;
}

int keep_log_open() {
  const long fd = open_again();
  g_kept = is_error(fd) ? -1 : static_cast<int>(fd);
  return g_kept;
}

CUTAWAY_COLD uint64_t* reserve_slowly(uint64_t payload_words) {
  if (g_state.alive == 0) return nullptr;
  if (g_state.events_left == 0 || g_state.events_left == ~0ull) {  // 0 before a decrement
    stop_recording(k_truncated_max_events, "as many events as --max-events allows");
    return nullptr;
  }
  const uint64_t need = (payload_words + 2) * 8;  // one to align
  if (g_max_size != 0 &&
      k_raw_header_bytes + stream_bytes() + need + k_reserve_bytes > g_max_size) {
    stop_recording(k_truncated_max_size, "as large as --max-size allows");
    return nullptr;
  }
  if (payload_words > k_max_event_words) {
    stop_recording(k_truncated_unsupported, "an event is larger than the format allows");
    return nullptr;
  }
  if (g_state.cursor + need > g_state.limit && !advance_window(need)) {
    stop_recording(k_truncated_disk_full, "no room left for the raw log");
    return nullptr;
  }
  g_state.events_left--;
  return reinterpret_cast<uint64_t*>(align_cursor());
}

CUTAWAY_COLD void write_thread_event(const Context* context) {
  uint64_t* event = reserve_event(1);
  if (event == nullptr) return;
  event[1] = context->thread_id;
  commit_event(event, k_event_thread, 1, context->ident);
  g_state.last_thread = context->ident;
  forbid_plain();
}

uint64_t text_words(const char* text) { return text_length(text) / 8 + 1; }

uint64_t* write_text(uint64_t* to, const char* text) {
  const uint64_t length = text_length(text);
  const uint64_t words = length / 8 + 1;
  to[words - 1] = 0;
  char* bytes = reinterpret_cast<char*>(to);
  for (uint64_t i = 0; i < length; i++) bytes[i] = text[i];
  return to + words;
}

CUTAWAY_COLD void stop_recording(uint32_t reason, const char* text) {
  if (g_state.alive == 0) return;
  auto* event = reinterpret_cast<uint64_t*>(align_cursor());
  const uint64_t words = text_words(text);
  write_text(event + 1, text);
  commit_event(event, k_event_truncated, words, reason);
  g_state.alive = 0;
  g_state.limit = nullptr;
}

void write_failure(const Context* context, uint32_t signal, int64_t code, uint64_t address,
                   uint64_t pc) {
  if (g_state.alive == 0) return;
  auto* event = reinterpret_cast<uint64_t*>(align_cursor());
  if (context != nullptr && g_state.last_thread != context->ident) {
    event[1] = context->thread_id;
    commit_event(event, k_event_thread, 1, context->ident);
    event += 2;
  }
  event[1] = static_cast<uint64_t>(code);
  event[2] = g_images.encode(address);
  event[3] = g_images.encode(pc);
  commit_event(event, k_event_failure, 3, signal);
  g_state.alive = 0;
  g_state.limit = nullptr;
}

// After exit() has begun the end mark is renewed at each crossing, without moving the cursor:
// destructors that run later than ours may still call the inside.
CUTAWAY_COLD void mark_exit() {
  if (g_state.alive == 0) return;
  *reinterpret_cast<uint64_t*>(align_cursor()) = event_word(k_event_exit, 0, 0);
}

void finish_log() {
  if (g_state.process == 0 || g_state.process != sys_process_id() || g_state.cursor == nullptr) {
    return;
  }
  g_state.exiting = 1;
  forbid_plain();
  mark_exit();
}

}  // namespace cutaway::rt
