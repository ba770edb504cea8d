// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/replay/exception_headers.h"

#include <string.h>

#include "runtime/replay/own_memory.h"

namespace cutaway::rt {

uint64_t g_kept_headers;
uint64_t g_ended_headers;

namespace {

struct KeptHeader {
  KeptHeader* next;
  uint64_t object;
  bool is_ended;
  char bytes[k_exception_header_bytes];

  uint64_t begin() const { return object - k_exception_header_bytes; }
};

KeptHeader* g_kept;
KeptHeader* g_spare;

KeptHeader* find(uint64_t object) {
  KeptHeader* header = g_kept;
  while (header != nullptr && header->object != object) header = header->next;
  return header;
}

KeptHeader* add() {
  KeptHeader* header = g_spare;
  if (header != nullptr) g_spare = header->next;
  else header = static_cast<KeptHeader*>(own_allocate(sizeof(KeptHeader)));
  header->next = g_kept;
  g_kept = header;
  g_kept_headers++;
  return header;
}

KeptHeader* find_over(uint64_t address) {
  KeptHeader* header = g_kept;
  while (header != nullptr && address - header->begin() >= k_exception_header_bytes)
    header = header->next;
  return header;
}

}  // namespace

void keep_bytes_under_header(uint64_t object) {
  KeptHeader* header = find(object);
  if (header == nullptr) {
    header = add();
    header->object = object;
    memcpy(header->bytes, reinterpret_cast<const void*>(header->begin()), sizeof(header->bytes));
  } else if (header->is_ended) {
    g_ended_headers--;
  }
  header->is_ended = false;
}

void end_header(uint64_t object) {
  KeptHeader* header = find(object);
  if (header == nullptr || header->is_ended) return;
  header->is_ended = true;
  g_ended_headers++;
}

CUTAWAY_COLD void restore_headers_slowly() {
  for (KeptHeader** link = &g_kept; *link != nullptr;) {
    KeptHeader* header = *link;
    if (!header->is_ended) {
      link = &header->next;
      continue;
    }
    memcpy(reinterpret_cast<void*>(header->begin()), header->bytes, sizeof(header->bytes));
    *link = header->next;
    header->next = g_spare;
    g_spare = header;
    g_kept_headers--;
  }
  g_ended_headers = 0;
}

CUTAWAY_COLD void write_around_headers(uint64_t address, const void* bytes, uint64_t size) {
  const char* from = static_cast<const char*>(bytes);
  for (uint64_t i = 0; i < size; i++) {
    KeptHeader* header = find_over(address + i);
    char* to = header != nullptr ? header->bytes + (address + i - header->begin())
                                 : reinterpret_cast<char*>(address + i);
    *to = from[i];
  }
}

}  // namespace cutaway::rt
