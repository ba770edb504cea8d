// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/woven_image.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "abi/weave.h"

namespace cutaway::driver {
namespace {

// A file in memory; every access is checked against its end.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path) {
    const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
      void* memory = mmap(nullptr, status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
      if (memory != MAP_FAILED)
        bytes_ = {static_cast<const char*>(memory), static_cast<size_t>(status.st_size)};
    }
    if (fd >= 0) close(fd);
  }
  ~MappedFile() {
    if (!bytes_.empty()) munmap(const_cast<char*>(bytes_.data()), bytes_.size());
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  template <typename T>
  bool read(uint64_t offset, T& value) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) return false;
    std::memcpy(&value, bytes_.data() + offset, sizeof(T));
    return true;
  }

  // Up to the next zero byte.
  std::string_view text(uint64_t offset) const {
    if (offset >= bytes_.size()) return {};
    const std::string_view rest = bytes_.substr(offset);
    return rest.substr(0, strnlen(rest.data(), rest.size()));
  }

  uint64_t size() const { return bytes_.size(); }

 private:
  std::string_view bytes_;
};

uint64_t round_up(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

bool has_woven_note(const MappedFile& file, const Elf64_Phdr& segment) {
  static constexpr std::string_view k_note_name = "Cutaway";
  const uint64_t alignment = segment.p_align == 8 ? 8 : 4;
  const uint64_t end = segment.p_offset + std::min(segment.p_filesz, file.size());
  Elf64_Nhdr note;
  for (uint64_t at = segment.p_offset; at + sizeof(note) <= end && file.read(at, note);) {
    if (note.n_type == k_note_type && file.text(at + sizeof(note)) == k_note_name) return true;
    at += round_up(sizeof(note) + note.n_namesz, alignment);
    at = segment.p_offset + round_up(at - segment.p_offset + note.n_descsz, alignment);
  }
  return false;
}

void read_segments(const MappedFile& file, const Elf64_Ehdr& header, ImageFacts& facts) {
  facts.is_executable = header.e_type == ET_EXEC;
  Elf64_Phdr segment;
  for (uint64_t i = 0; i < header.e_phnum; ++i) {
    if (!file.read(header.e_phoff + i * sizeof(segment), segment)) return;
    if (segment.p_type == PT_INTERP) facts.is_executable = true;
    if (segment.p_type == PT_NOTE && has_woven_note(file, segment)) facts.is_woven = true;
  }
}

void read_symbols(const MappedFile& file, const Elf64_Ehdr& header, ImageFacts& facts) {
  Elf64_Shdr table;
  for (uint64_t i = 0; i < header.e_shnum; ++i) {
    if (!file.read(header.e_shoff + i * sizeof(table), table)) return;
    if (table.sh_type != SHT_SYMTAB) continue;
    Elf64_Shdr names;
    if (!file.read(header.e_shoff + table.sh_link * sizeof(names), names)) return;
    Elf64_Sym symbol;
    for (uint64_t at = 0; at + sizeof(symbol) <= table.sh_size; at += sizeof(symbol)) {
      if (!file.read(table.sh_offset + at, symbol)) return;
      const std::string_view name = file.text(names.sh_offset + symbol.st_name);
      const int type = ELF64_ST_TYPE(symbol.st_info);
      if (type == STT_FILE) facts.source_files.emplace_back(name);
      if (type == STT_FUNC && symbol.st_shndx != SHN_UNDEF) facts.functions.emplace_back(name);
    }
  }
}

}  // namespace

std::optional<ImageFacts> read_image(const std::string& path) {
  const MappedFile file(path);
  Elf64_Ehdr header;
  if (!file.read(0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != EM_X86_64) {
    return std::nullopt;
  }
  ImageFacts facts;
  read_segments(file, header, facts);
  if (!facts.is_woven) read_symbols(file, header, facts);
  return facts;
}

}  // namespace cutaway::driver
