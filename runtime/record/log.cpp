// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/record/log.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "runtime/common/system.h"
#include "runtime/common/text.h"

namespace cutaway::rt {
namespace {

constexpr uint64_t k_first_window = 1 << 20;
constexpr uint64_t k_full_window = 8 << 20;
constexpr uint64_t k_least_window = 64 << 10;
constexpr uint64_t k_populated_bytes = 128 << 10;
constexpr uint64_t k_reserve_bytes = 1024;  // for the events that end a recording

// The file is opened for each window: a program may close descriptors that are not its own, and
// their numbers then mean other files.
char g_path[4096];
uint64_t g_device;
uint64_t g_inode;
uint64_t g_max_size;
uint64_t g_window_bytes = k_first_window;

long open_again() {
  const long fd = sys_open(g_path, O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0);
  if (is_error(fd)) return fd;
  struct stat status {};
  if (is_error(raw_syscall(SYS_fstat, fd, to_word(&status))) || status.st_dev != g_device ||
      status.st_ino != g_inode) {
    sys_close(static_cast<int>(fd));
    return -ENOENT;
  }
  return fd;
}

// fallocate, or zeros written where the file system has none. Never raises SIGXFSZ.
bool allocate(int fd, uint64_t offset, uint64_t size) {
  rlimit limit{};
  raw_syscall(SYS_getrlimit, RLIMIT_FSIZE, to_word(&limit));
  if (limit.rlim_cur != RLIM_INFINITY && offset + size > limit.rlim_cur) return false;
  long result;
  do result = sys_allocate(fd, offset, size);
  while (result == -EINTR);
  if (result != -EOPNOTSUPP && result != -ENOSYS) return !is_error(result);
  static const char zeros[k_page_bytes] = {};
  struct stat status {};
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

uint64_t file_offset(const char* at) { return g_state.window_offset + (at - g_state.window); }

// Pages are made present some at a time: one fault for each would cost more than the writing.
void populate(char* from, uint64_t size) {
#ifndef MADV_POPULATE_WRITE
  constexpr int MADV_POPULATE_WRITE = 23;  // Linux 5.14; older kernels refuse it, and fault
#endif
  sys_advise(from, size, MADV_POPULATE_WRITE);
}

// How far events may go for now. Beyond lie pages that are not present yet.
void set_limit() {
  char* page = g_state.window + round_down(g_state.cursor - g_state.window, k_page_bytes);
  char* end = g_state.window_end;
  if (end - page > static_cast<int64_t>(k_populated_bytes)) end = page + k_populated_bytes;
  populate(page, end - page);
  if (g_max_size != 0 && file_offset(end) > g_max_size) end -= file_offset(end) - g_max_size;
  g_state.limit = end - k_reserve_bytes;
}

bool map_window(int fd, uint64_t offset, uint64_t size) {
  void* window = sys_map(0, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, offset);
  if (window == nullptr) return false;
  sys_advise(window, size, MADV_DONTFORK);
  sys_advise(window, size, MADV_DONTDUMP);
  if (g_state.window != nullptr) sys_unmap(g_state.window, g_state.window_end - g_state.window);
  g_state.window = static_cast<char*>(window);
  g_state.window_end = g_state.window + size;
  g_state.window_offset = offset;
  return true;
}

// Maps a window that starts at the page of the cursor and has room for `need` bytes.
bool advance_window(uint64_t need) {
  const long fd = open_again();
  if (is_error(fd)) return false;
  const uint64_t at = file_offset(g_state.cursor);
  const uint64_t offset = round_down(at, k_page_bytes);
  const uint64_t least = round_up(at - offset + need + k_reserve_bytes, k_least_window);
  uint64_t size = g_window_bytes > least ? g_window_bytes : least;
  if (g_window_bytes < k_full_window) g_window_bytes *= 2;
  bool is_allocated = allocate(static_cast<int>(fd), offset, size);
  while (!is_allocated && size > least) {
    size = size / 8 > least ? round_down(size / 8, k_page_bytes) : least;
    is_allocated = allocate(static_cast<int>(fd), offset, size);
  }
  const bool is_mapped = is_allocated && map_window(static_cast<int>(fd), offset, size);
  sys_close(static_cast<int>(fd));
  if (is_mapped) {
    g_state.cursor = g_state.window + (at - offset);
    set_limit();
  }
  return is_mapped;
}

// Is there room in this window, beyond the limit so far?
bool has_room(uint64_t need) {
  if (g_state.cursor + need + k_reserve_bytes > g_state.window_end) return false;
  set_limit();
  return g_state.cursor + need <= g_state.limit;
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
  struct stat status {};
  raw_syscall(SYS_fstat, fd, to_word(&status));
  g_device = status.st_dev;
  g_inode = status.st_ino;
  g_max_size = options.max_size;
  *why = "no room on its file system";
  const bool is_mapped = allocate(static_cast<int>(fd), 0, g_window_bytes) &&
                         map_window(static_cast<int>(fd), 0, g_window_bytes);
  sys_close(static_cast<int>(fd));
  if (!is_mapped) return false;
  auto* header = reinterpret_cast<CutawayRawHeader*>(g_state.window);
  header->version = k_format_version;
  header->verify = options.verify ? 1 : 0;
  header->pid = sys_process_id();
  __builtin_memcpy(header->magic, "CUTRAW\0\0", sizeof(header->magic));
  g_state.cursor = g_state.window + k_raw_header_bytes;
  g_state.events_left = options.max_events != 0 ? options.max_events : ~0ull >> 1;
  g_state.last_thread = k_no_thread;
  g_state.process = static_cast<uint32_t>(header->pid);
  g_state.alive = 1;
  set_limit();
  return true;
}

CUTAWAY_COLD uint64_t* reserve_slowly(uint64_t payload_words) {
  if (g_state.alive == 0) return nullptr;
  if (g_state.events_left == 0 || g_state.events_left == ~0ull) {  // 0 before a decrement
    stop_recording(k_truncated_max_events, "as many events as --max-events allows");
    return nullptr;
  }
  const uint64_t need = (payload_words + 1) * 8;
  if (g_max_size != 0 && file_offset(g_state.cursor) + need + k_reserve_bytes > g_max_size) {
    stop_recording(k_truncated_max_size, "as large as --max-size allows");
    return nullptr;
  }
  if (payload_words > k_max_event_words) {
    stop_recording(k_truncated_unsupported, "an event is larger than the format allows");
    return nullptr;
  }
  if (!has_room(need) && !advance_window(need)) {
    stop_recording(k_truncated_disk_full, "no room left for the raw log");
    return nullptr;
  }
  g_state.events_left--;
  return reinterpret_cast<uint64_t*>(g_state.cursor);
}

CUTAWAY_COLD void write_thread_event(const Context* context) {
  uint64_t* event = reserve_event(1);
  if (event == nullptr) return;
  event[1] = context->thread_id;
  commit_event(event, k_event_thread, 1, context->ident);
  g_state.last_thread = context->ident;
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
  auto* event = reinterpret_cast<uint64_t*>(g_state.cursor);
  const uint64_t words = text_words(text);
  write_text(event + 1, text);
  commit_event(event, k_event_truncated, words, reason);
  g_state.alive = 0;
  g_state.limit = nullptr;
}

void write_failure(const Context* context, uint32_t signal, int64_t code, uint64_t address,
                   uint64_t pc) {
  if (g_state.alive == 0) return;
  auto* event = reinterpret_cast<uint64_t*>(g_state.cursor);
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
  *reinterpret_cast<uint64_t*>(g_state.cursor) = event_word(k_event_exit, 0, 0);
}

void finish_log() {
  if (g_state.process == 0 || g_state.process != sys_process_id() || g_state.cursor == nullptr) {
    return;
  }
  g_state.exiting = 1;
  const long fd = open_again();
  if (is_error(fd)) return mark_exit();
  const uint64_t at = file_offset(g_state.cursor);
  const uint64_t size = at + (g_state.alive != 0 ? 8 : 0);
  mark_exit();
  g_state.limit = nullptr;  // what comes after needs a new window: the old one ends here
  g_state.window_end = g_state.cursor;
  sys_truncate_fd(static_cast<int>(fd), size);
  sys_close(static_cast<int>(fd));
}

}  // namespace cutaway::rt
