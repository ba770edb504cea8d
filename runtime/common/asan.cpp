// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/common/asan.h"

#include <string.h>

extern "C" __attribute__((weak, visibility("default"))) void __asan_init();

namespace cutaway::rt {
namespace {

const uint8_t* shadow_at(uint64_t address) {
  return reinterpret_cast<const uint8_t*>(asan_shadow(address));
}

bool is_poisoned(uint64_t address) {
  const uint8_t value = *shadow_at(address);
  return value != 0 && (value >= k_asan_granule || address % k_asan_granule >= value);
}

// Where programs have memory, and so a shadow.
bool is_application_memory(uint64_t address, uint64_t size) {
  const uint64_t last = address + size - 1;
  if (last < address || last >= k_tracked_high) return false;
  return last < k_asan_offset || address >= k_asan_shadow_end;
}

const char* text(uint64_t address) { return reinterpret_cast<const char*>(address); }
uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

// The checks of one call, as the interceptors of the runtime make them.
class Probe {
 public:
  Probe(const uint64_t arguments[3], AsanMisuse* misuse)
      : a(arguments[0]), b(arguments[1]), n(arguments[2]), misuse_(misuse) {
    misuse->read_count = 0;
  }

  bool uses(uint64_t address, uint64_t size) const {
    misuse_->is_size_negative = address + size < address;
    const uint64_t bad = misuse_->is_size_negative ? address : find_poisoned(address, size);
    if (bad == 0) return false;
    misuse_->address = bad;
    misuse_->size = size;
    return true;
  }
  bool overlaps(uint64_t left, uint64_t left_size, uint64_t right, uint64_t right_size) const {
    if (left_size == 0 || right_size == 0) return false;
    if (left + left_size <= right || right + right_size <= left) return false;
    misuse_->address = 0;
    misuse_->size = 0;
    misuse_->is_size_negative = false;
    return true;
  }
  // What a check depends on is read by the inside.
  uint64_t reads(uint64_t address, uint64_t size) const {
    misuse_->reads[misuse_->read_count++] = {address, size};
    return size;
  }
  uint64_t length(uint64_t address) const { return reads(address, strlen(text(address)) + 1) - 1; }
  uint64_t length_within(uint64_t address, uint64_t size) const {
    const uint64_t length = strnlen(text(address), size);
    reads(address, least(length + 1, size));
    return length;
  }

  const uint64_t a, b, n;

 private:
  AsanMisuse* misuse_;
};

// Bytes up to the first difference or the end of both, with it.
uint64_t compared_bytes(uint64_t left, uint64_t right, uint64_t size) {
  uint64_t i = 0;
  while (i < size && text(left)[i] == text(right)[i] && text(left)[i] != 0) i++;
  return least(i + 1, size);
}

bool check_memcpy(const Probe& p) {
  return (p.a != p.b && p.overlaps(p.a, p.n, p.b, p.n)) || p.uses(p.b, p.n) || p.uses(p.a, p.n);
}
bool check_memmove(const Probe& p) { return p.uses(p.b, p.n) || p.uses(p.a, p.n); }
bool check_memset(const Probe& p) { return p.uses(p.a, p.n); }
bool check_bzero(const Probe& p) { return p.uses(p.a, p.b); }
bool check_memchr(const Probe& p) {
  const void* found = memchr(text(p.a), static_cast<int>(p.b), p.n);
  const char* end = static_cast<const char*>(found);
  return p.uses(p.a, p.reads(p.a, end != nullptr ? end - text(p.a) + 1 : p.n));
}
bool check_memrchr(const Probe& p) { return p.uses(p.a, p.n); }
bool check_strlen(const Probe& p) { return p.uses(p.a, p.length(p.a) + 1); }
bool check_strnlen(const Probe& p) {
  return p.uses(p.a, least(p.length_within(p.a, p.b) + 1, p.b));
}
bool check_strchr(const Probe& p) {
  const char* found = strchr(text(p.a), static_cast<int>(p.b));
  return p.uses(p.a, found != nullptr ? p.reads(p.a, found - text(p.a) + 1) : p.length(p.a) + 1);
}
bool check_strrchr(const Probe& p) { return check_strlen(p); }
bool check_strchrnul(const Probe& p) { return check_strchr(p); }
bool check_strstr(const Probe& p) {
  const uint64_t wanted = p.length(p.b);
  const char* found = strstr(text(p.a), text(p.b));
  const uint64_t read =
      found != nullptr ? p.reads(p.a, found - text(p.a) + wanted) : p.length(p.a) + 1;
  return p.uses(p.a, read) || p.uses(p.b, wanted + 1);
}
bool check_strspn(const Probe& p) {
  const uint64_t set = p.length(p.b);
  return p.uses(p.b, set + 1) || p.uses(p.a, p.reads(p.a, strspn(text(p.a), text(p.b)) + 1));
}
bool check_strcspn(const Probe& p) {
  const uint64_t set = p.length(p.b);
  return p.uses(p.b, set + 1) || p.uses(p.a, p.reads(p.a, strcspn(text(p.a), text(p.b)) + 1));
}
bool check_strpbrk(const Probe& p) { return check_strcspn(p); }
bool check_strcpy(const Probe& p) {
  const uint64_t size = p.length(p.b) + 1;
  return p.overlaps(p.a, size, p.b, size) || p.uses(p.b, size) || p.uses(p.a, size);
}
bool check_strncpy(const Probe& p) {
  const uint64_t size = least(p.n, p.length_within(p.b, p.n) + 1);
  return p.overlaps(p.a, size, p.b, size) || p.uses(p.b, size) || p.uses(p.a, p.n);
}
bool check_strcat(const Probe& p) {
  const uint64_t added = p.length(p.b);
  if (p.uses(p.b, added + 1)) return true;
  const uint64_t there = p.length(p.a);
  return p.uses(p.a, there) || p.uses(p.a + there, added + 1) ||
         (added > 0 && p.overlaps(p.a, there + added + 1, p.b, added + 1));
}
bool check_strncat(const Probe& p) {
  const uint64_t added = p.length_within(p.b, p.n);
  const uint64_t copied = least(p.n, added + 1);
  if (p.uses(p.b, copied)) return true;
  const uint64_t there = p.length(p.a);
  return p.uses(p.a, there) || p.uses(p.a + there, added + 1) ||
         (added > 0 && p.overlaps(p.a, there + copied + 1, p.b, copied));
}
bool check_memcmp(const Probe& p) { return p.uses(p.a, p.n) || p.uses(p.b, p.n); }
bool check_bcmp(const Probe& p) { return check_memcmp(p); }
bool check_compared(const Probe& p, uint64_t most) {
  const uint64_t size = compared_bytes(p.a, p.b, most);
  return p.uses(p.a, p.reads(p.a, size)) || p.uses(p.b, p.reads(p.b, size));
}
bool check_strncmp(const Probe& p) { return check_compared(p, p.n); }
bool check_strcmp(const Probe& p) { return check_compared(p, ~0ull); }
// The start of a block may be poisoned by the program itself, by the cookie of an array or a
// container. The runtime gives such a block back as any other.
bool is_poisoned_by_program(uint64_t address) {
  const uint8_t why = *shadow_at(address);
  return why == k_asan_array_cookie || why == k_asan_user || why == k_asan_container ||
         why == k_asan_intra_object;
}
bool check_free(const Probe& p) {
  if (p.a == 0 || (is_application_memory(p.a, 1) && is_poisoned_by_program(p.a))) return false;
  return p.uses(p.a, 1);
}

constexpr bool (*k_checks[k_asan_checked_count])(const Probe&) = {
#define CUTAWAY_ASAN_CHECKED(name) check_##name,
    CUTAWAY_ASAN_CHECKED_FUNCTIONS(CUTAWAY_ASAN_CHECKED)
#undef CUTAWAY_ASAN_CHECKED
};

struct Name {
  uint8_t why;
  const char* text;
};
constexpr Name k_names[] = {
    {k_asan_heap_left, "heap-buffer-overflow"},
    {k_asan_array_cookie, "heap-buffer-overflow"},
    {k_asan_heap_freed, "heap-use-after-free"},
    {k_asan_stack_left, "stack-buffer-underflow"},
    {k_asan_stack_middle, "stack-buffer-overflow"},
    {k_asan_stack_right, "stack-buffer-overflow"},
    {k_asan_after_return, "stack-use-after-return"},
    {k_asan_after_scope, "stack-use-after-scope"},
    {k_asan_init_order, "initialization-order-fiasco"},
    {k_asan_user, "use-after-poison"},
    {k_asan_container, "container-overflow"},
    {k_asan_global, "global-buffer-overflow"},
    {k_asan_intra_object, "intra-object-overflow"},
    {k_asan_alloca_left, "dynamic-stack-buffer-overflow"},
    {k_asan_alloca_right, "dynamic-stack-buffer-overflow"},
};

}  // namespace

bool has_asan() { return __asan_init != nullptr; }

uint64_t address_in_asan() { return reinterpret_cast<uint64_t>(__asan_init); }

uint64_t find_poisoned(uint64_t address, uint64_t size) {
  if (size == 0) return 0;
  if (!is_application_memory(address, 1)) return address;
  if (!is_application_memory(address, size)) return address + size;
  const uint64_t last = address + size - 1;
  if (is_poisoned(address)) return address;
  const uint8_t* at = shadow_at(address);
  const uint8_t* end = shadow_at(last);
  if (*end == 0 || !is_poisoned(last)) {
    // All granules before the last must be free as a whole.
    while (at < end && *at == 0) at++;
    if (at == end) return 0;
  }
  while (!is_poisoned(address)) address++;
  return address;
}

bool find_misuse(int32_t which, const uint64_t arguments[3], AsanMisuse* misuse) {
  return k_checks[which](Probe(arguments, misuse));
}

const char* describe_access(uint64_t address, uint64_t size) {
  if (address == 0) return "param-overlap";
  if (!is_application_memory(address, 1)) return "unknown-crash";
  const uint8_t* at = shadow_at(address);
  if (*at == 0 && size > k_asan_granule) at++;
  if (*at > 0 && *at < 128) at++;
  for (const Name& name : k_names)
    if (name.why == *at) return name.text;
  return "unknown-crash";
}

void clean_inside_stack(const char* sp) {
  if (!has_asan()) return;
  const uint64_t from = reinterpret_cast<uint64_t>(sp);
  const uint64_t top = round_up(from, k_inside_stack_size / 2);
  memset(reinterpret_cast<void*>(asan_shadow(from)), 0, (top - from) >> k_asan_scale);
}

void set_poison(uint64_t address, uint64_t size, uint8_t why) {
  memset(reinterpret_cast<void*>(asan_shadow(address)), why,
         round_up(size, k_asan_granule) >> k_asan_scale);
}

void clear_poison(uint64_t address, uint64_t size) {
  auto* at = reinterpret_cast<uint8_t*>(asan_shadow(address));
  memset(at, 0, size >> k_asan_scale);
  if (size % k_asan_granule != 0) at[size >> k_asan_scale] = size % k_asan_granule;
}

}  // namespace cutaway::rt
