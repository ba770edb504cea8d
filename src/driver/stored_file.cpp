// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/stored_file.h"

#include <elf.h>
#include <fcntl.h>
#include <llvm/Support/BLAKE3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "abi/store.h"

namespace cutaway::driver {
namespace {

namespace fs = std::filesystem;

bool write_whole(int fd, const std::string& content) {
  size_t done = 0;
  while (done < content.size()) {
    const ssize_t written = write(fd, content.data() + done, content.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    done += static_cast<size_t>(written);
  }
  return true;
}

template <typename T>
void append(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

}  // namespace

std::string hash_of(const std::string& text) {
  llvm::BLAKE3 hasher;
  hasher.update(llvm::StringRef(text));
  std::string hex;
  for (const uint8_t byte : hasher.final<16>()) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", byte);
    hex += digits;
  }
  return hex;
}

std::string stored_path(const std::string& store, const std::string& hash) {
  return store + "/" + hash.substr(0, 2) + "/" + hash;
}

bool write_stored(const std::string& path, const std::string& content) {
  std::error_code error;
  if (fs::exists(path, error)) return true;
  fs::create_directories(fs::path(path).parent_path(), error);
  std::string temporary = path + ".XXXXXX";
  const int fd = mkostemp(temporary.data(), O_CLOEXEC);
  if (fd < 0) return false;
  fchmod(fd, 0644);
  const bool is_written = write_whole(fd, content);
  if (close(fd) != 0 || !is_written || std::rename(temporary.c_str(), path.c_str()) != 0) {
    unlink(temporary.c_str());
    return false;
  }
  return true;
}

std::string object_with_mark(const std::string& mark, bool is_collected) {
  // The empty .note.GNU-stack says that the object needs no executable stack. GNU ld collects
  // objects of which it keeps no loaded section; an empty one of this name is kept.
  static constexpr char k_all_names[] =
      "\0" CUTAWAY_STORE_SECTION "\0.note.GNU-stack\0.init_array\0.shstrtab";
  static const std::string k_names(k_all_names, sizeof k_all_names);
  const auto name_at = [](const char* name) {
    return static_cast<Elf64_Word>(k_names.find(std::string(name) + '\0'));
  };
  const uint64_t mark_at = sizeof(Elf64_Ehdr);
  const uint64_t names_at = mark_at + mark.size();
  const uint64_t sections_at = (names_at + k_names.size() + 7) / 8 * 8;

  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_REL;
  header.e_machine = EM_X86_64;
  header.e_version = EV_CURRENT;
  header.e_shoff = sections_at;
  header.e_ehsize = sizeof(Elf64_Ehdr);
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = is_collected ? 5 : 4;
  header.e_shstrndx = 3;

  Elf64_Shdr sections[5] = {};
  const auto describe = [&](int i, const char* name, uint32_t type, uint64_t offset,
                            uint64_t size) {
    sections[i].sh_name = name_at(name);
    sections[i].sh_type = type;
    sections[i].sh_offset = offset;
    sections[i].sh_size = size;
    sections[i].sh_addralign = 1;
  };
  describe(1, CUTAWAY_STORE_SECTION, SHT_PROGBITS, mark_at, mark.size());
  describe(2, ".note.GNU-stack", SHT_PROGBITS, names_at, 0);
  describe(3, ".shstrtab", SHT_STRTAB, names_at, k_names.size());
  describe(4, ".init_array", SHT_INIT_ARRAY, names_at, 0);
  sections[4].sh_flags = SHF_ALLOC | SHF_WRITE;

  std::string object;
  append(object, header);
  object += mark + k_names;
  object.resize(sections_at);
  append(object, sections);
  return object;
}

}  // namespace cutaway::driver
