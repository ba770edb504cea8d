// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Problem: a text that the user waits for comes in pieces, by many calls. Idea: each stream keeps
// its last bytes; a condition is looked for in these and the new piece. Limit: a match that is
// longer than what is kept is not seen.
#include "runtime/shrink/watch.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/common/text.h"
#include "runtime/replay/own_memory.h"
#include "runtime/shrink/outcome.h"

namespace cutaway::rt {

Watch g_watch;

namespace {

constexpr uint64_t k_kept_bytes = 4096;
constexpr uint32_t k_most_conditions = 16;

struct Condition {
  const char* source;  // as the user wrote it
  const char* wanted;  // text; null: `pattern` is
  regex_t pattern;
  int stream;
  bool holds;
};
Condition g_conditions[k_most_conditions];
uint32_t g_condition_count;

struct Tail {
  char* bytes;  // ends with a zero byte
  uint64_t size;
  uint64_t capacity;
  bool is_at_line_start;  // of the first byte
};
Tail g_tails[k_watched_streams];

// "stdout ~ pattern", "stderr contains text"
bool add_condition(const char* line) {
  if (g_condition_count == k_most_conditions) return false;
  Condition& condition = g_conditions[g_condition_count];
  condition.source = line;
  if (!has_prefix(line, "stdout ") && !has_prefix(line, "stderr ")) return false;
  condition.stream = has_prefix(line, "stdout ") ? 0 : 1;
  line += sizeof("stdout ") - 1;
  if (has_prefix(line, "contains ")) {
    condition.wanted = line + sizeof("contains ") - 1;
  } else if (!has_prefix(line, "~ ") ||
             regcomp(&condition.pattern, line + 2, REG_EXTENDED | REG_NEWLINE | REG_NOSUB) != 0) {
    return false;
  }
  g_condition_count++;
  g_watch.has_texts = true;
  return true;
}

bool add_line(const char* line) {
  if (has_prefix(line, "exit ")) {
    g_watch.exits = true;
    g_watch.status = atoi(line + sizeof("exit ") - 1);
    return true;
  }
  bool* flag = nullptr;
  if (strcmp(line, "hang") == 0) flag = &g_watch.hangs;
  if (strcmp(line, "sanitizer") == 0) flag = &g_watch.reports;
  if (strcmp(line, "capture") == 0) flag = &g_watch.captures;
  if (flag == nullptr) return add_condition(line);
  *flag = true;
  return true;
}

void keep_last(Tail* tail) {
  if (tail->size <= k_kept_bytes) return;
  const uint64_t gone = tail->size - k_kept_bytes;
  tail->is_at_line_start = tail->bytes[gone - 1] == '\n';
  memmove(tail->bytes, tail->bytes + gone, k_kept_bytes);
  tail->size = k_kept_bytes;
}

void append(Tail* tail, const char* text, uint64_t size) {
  if (tail->capacity < tail->size + size + 1) {
    char* const old = tail->bytes;
    if (tail->capacity == 0) tail->is_at_line_start = true;
    tail->capacity = 2 * (tail->size + size + 1);
    tail->bytes = own_allocate_array<char>(tail->capacity);
    memcpy(tail->bytes, old, tail->size);
  }
  memcpy(tail->bytes + tail->size, text, size);
  tail->size += size;
  tail->bytes[tail->size] = 0;
}

bool is_found(const Condition& condition, const Tail& tail) {
  if (condition.wanted != nullptr)
    return memmem(tail.bytes, tail.size, condition.wanted, strlen(condition.wanted)) != nullptr;
  regmatch_t range{.rm_so = 0, .rm_eo = static_cast<regoff_t>(tail.size)};
  const int flags = REG_STARTEND | REG_NOTEOL | (tail.is_at_line_start ? 0 : REG_NOTBOL);
  return regexec(&condition.pattern, tail.bytes, 1, &range, flags) == 0;
}

bool do_all_hold() {
  for (uint32_t i = 0; i < g_condition_count; i++)
    if (!g_conditions[i].holds) return false;
  return true;
}

}  // namespace

bool prepare_watch(char* lines) {
  char* rest = nullptr;
  for (char* line = strtok_r(lines, "\n", &rest); line != nullptr;
       line = strtok_r(nullptr, "\n", &rest))
    if (!add_line(line)) return false;
  return true;
}

void watch_text(int stream, const char* text, uint64_t size) {
  if (g_watch.captures) capture_output(stream, text, size);
  if (!g_watch.has_texts) return;
  Tail& tail = g_tails[stream];
  append(&tail, text, size);
  const Condition* last = nullptr;
  for (uint32_t i = 0; i < g_condition_count; i++) {
    Condition& condition = g_conditions[i];
    if (condition.stream != stream || condition.holds || !is_found(condition, tail)) continue;
    condition.holds = true;
    last = &condition;
  }
  keep_last(&tail);
  if (last == nullptr || g_watch.exits || !do_all_hold()) return;
  set_message(last->source);
  fail(k_failure_output);
}

void watch_exit(int status, bool has_kept_frames) {
  if (!g_watch.exits || status != g_watch.status || !do_all_hold()) return;
  g_outcome->code = status;
  fail(k_failure_exit, has_kept_frames);
}

}  // namespace cutaway::rt
