// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/shrink/global_redzones.h"

#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "runtime/common/asan.h"
#include "runtime/common/modules.h"
#include "runtime/common/system.h"
#include "runtime/common/text.h"

namespace cutaway::rt {
namespace {

struct Section {
  uint64_t address, bytes;  // before relocation; no bytes: there is none
};

// The file of a module, mapped.
class ModuleFile {
 public:
  explicit ModuleFile(const Module& module) {
    char path[PATH_MAX];
    resolve_path(module, path, sizeof(path));
    const long fd = sys_open(path, O_RDONLY | O_CLOEXEC, 0);
    if (is_error(fd)) return;
    const long size = raw_syscall(SYS_lseek, static_cast<uint64_t>(fd), 0, SEEK_END);
    if (!is_error(size) && size > 0) {
      size_ = static_cast<uint64_t>(size);
      bytes_ =
          static_cast<const char*>(sys_map(0, size_, PROT_READ, MAP_PRIVATE, static_cast<int>(fd)));
    }
    sys_close(static_cast<int>(fd));
  }
  ModuleFile(const ModuleFile&) = delete;
  ModuleFile& operator=(const ModuleFile&) = delete;
  ~ModuleFile() {
    if (bytes_ != nullptr) sys_unmap(const_cast<char*>(bytes_), size_);
  }

  // False if it has no table of sections.
  bool find(const char* name, Section* found) const {
    *found = {};
    const auto* header = at<Elf64_Ehdr>(0, 1);
    if (header == nullptr || header->e_shnum == 0) return false;
    const auto* sections = at<Elf64_Shdr>(header->e_shoff, header->e_shnum);
    if (sections == nullptr || header->e_shstrndx >= header->e_shnum) return false;
    const Elf64_Shdr& names = sections[header->e_shstrndx];
    const uint64_t length = strlen(name) + 1;
    for (uint64_t i = 0; i < header->e_shnum; i++) {
      const char* text = at<char>(names.sh_offset + sections[i].sh_name, length);
      if (text != nullptr && memcmp(text, name, length) == 0)
        *found = {sections[i].sh_addr, sections[i].sh_size};
    }
    return true;
  }

 private:
  template <class T>
  const T* at(uint64_t offset, uint64_t count) const {
    const bool is_there =
        bytes_ != nullptr && offset <= size_ && count <= (size_ - offset) / sizeof(T);
    return is_there ? reinterpret_cast<const T*>(bytes_ + offset) : nullptr;
  }

  const char* bytes_ = nullptr;
  uint64_t size_ = 0;
};

void poison_behind(const AsanGlobal& global) {
  const uint64_t room = round_up(global.size, k_asan_granule);
  if (global.address % k_asan_granule != 0 || global.size_with_redzone < room) return;
  set_poison(global.address + room, global.size_with_redzone - room, k_asan_global);
  const uint64_t used = global.size % k_asan_granule;
  if (used != 0) clear_poison(global.address + room - k_asan_granule, used);
}

struct Progress {
  bool is_known = true;
};

void poison_module(const Module& module, void* data) {
  // The kernel's own has no file.
  if (has_prefix(module.path, "linux-vdso")) return;
  Section section;
  if (!ModuleFile(module).find(k_asan_globals_section, &section)) {
    // Only code of the program has such variables.
    if (module.woven != nullptr) static_cast<Progress*>(data)->is_known = false;
    return;
  }
  const auto* globals = reinterpret_cast<const AsanGlobal*>(module.bias + section.address);
  for (uint64_t i = 0; i < section.bytes / sizeof(AsanGlobal); i++) poison_behind(globals[i]);
}

}  // namespace

bool poison_globals() {
  if (!has_asan()) return true;
  Progress progress;
  for_each_module(poison_module, &progress);
  return progress.is_known;
}

}  // namespace cutaway::rt
