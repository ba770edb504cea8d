// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "against/recorded_image.h"

#include <llvm/Object/ELF.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>

#include "abi/asan.h"

namespace cutaway {
namespace {

using Elf = llvm::object::ELF64LE;
using ElfFile = llvm::object::ELFFile<Elf>;

constexpr uint64_t k_page = 4096;
constexpr uint64_t k_most_data = 16 << 20;
constexpr const char* k_stand_in_section = ".cutaway_stand_ins";

template <typename T>
std::optional<T> value_or_nothing(llvm::Expected<T> expected) {
  if (expected) return std::move(*expected);
  llvm::consumeError(expected.takeError());
  return std::nullopt;
}

struct OpenFile {
  std::unique_ptr<llvm::MemoryBuffer> buffer;
  ElfFile file;
  uint64_t base = 0;  // page of the lowest segment
  uint64_t end = 0;
};

Result<OpenFile> open_elf(const std::string& path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, false, false, /*IsVolatile=*/true);
  if (!buffer) return user_fault(path, "cannot open: " + buffer.getError().message());
  auto file = ElfFile::create((*buffer)->getBuffer());
  if (!file) return user_fault(path, "damaged ELF file: " + llvm::toString(file.takeError()));
  OpenFile open{std::move(*buffer), std::move(*file)};
  auto headers = value_or_nothing(open.file.program_headers());
  if (!headers) return user_fault(path, "damaged ELF file: no program headers");
  uint64_t low = UINT64_MAX, high = 0;
  for (const Elf::Phdr& header : *headers) {
    if (header.p_type != llvm::ELF::PT_LOAD) continue;
    low = std::min<uint64_t>(low, header.p_vaddr);
    high = std::max<uint64_t>(high, header.p_vaddr + header.p_memsz);
  }
  if (low >= high) return user_fault(path, "damaged ELF file: nothing is loaded");
  open.base = low / k_page * k_page;
  open.end = (high + k_page - 1) / k_page * k_page;
  return open;
}

std::optional<Elf::Shdr> find_section(const OpenFile& open, llvm::StringRef wanted) {
  auto sections = value_or_nothing(open.file.sections());
  for (size_t i = 0; sections && i < sections->size(); ++i) {
    const Elf::Shdr& section = (*sections)[i];
    auto name = value_or_nothing(open.file.getSectionName(section));
    if (name && *name == wanted && section.sh_addr >= open.base) return section;
  }
  return std::nullopt;
}

bool is_data(llvm::StringRef name) {
  return name.starts_with(".rodata") || name.starts_with(".data") || name == k_stand_in_section;
}

// The words that the loader fills with addresses of this image.
void read_pointers(const OpenFile& open, RecordedImage* image) {
  auto sections = value_or_nothing(open.file.sections());
  if (!sections) return;
  for (const Elf::Shdr& section : *sections) {
    if (section.sh_type != llvm::ELF::SHT_RELA || (section.sh_flags & llvm::ELF::SHF_ALLOC) == 0)
      continue;
    auto entries = value_or_nothing(open.file.relas(section));
    auto table = value_or_nothing(open.file.getSection(section.sh_link));
    if (!entries) continue;
    for (const Elf::Rela& entry : *entries) {
      uint64_t target = 0;
      if (entry.getType(false) == llvm::ELF::R_X86_64_RELATIVE) {
        target = static_cast<uint64_t>(entry.r_addend);
      } else if (entry.getType(false) == llvm::ELF::R_X86_64_64 && table) {
        auto symbol = value_or_nothing(open.file.getRelocationSymbol(entry, *table));
        if (!symbol || *symbol == nullptr || (*symbol)->st_shndx == llvm::ELF::SHN_UNDEF) continue;
        target = (*symbol)->st_value + static_cast<uint64_t>(entry.r_addend);
      }
      if (target >= open.base && entry.r_offset >= open.base)
        image->pointers.emplace_back(entry.r_offset - open.base, target - open.base);
    }
  }
  std::ranges::sort(image->pointers);
}

// Which part of a variable AddressSanitizer has added. Needs the pointers.
void read_redzones(const OpenFile& open, RecordedImage* image) {
  auto section = find_section(open, k_asan_globals_section);
  auto bytes = section ? value_or_nothing(open.file.getSectionContents(*section)) : std::nullopt;
  if (!bytes) return;
  std::map<uint64_t, ElfSymbol*> variables;
  for (ElfSymbol& symbol : image->symbols)
    if (!symbol.is_function) variables[symbol.offset] = &symbol;
  std::map<uint64_t, uint64_t> targets(image->pointers.begin(), image->pointers.end());
  for (size_t at = 0; at + sizeof(AsanGlobal) <= bytes->size(); at += sizeof(AsanGlobal)) {
    AsanGlobal global;
    std::memcpy(&global, bytes->data() + at, sizeof global);
    auto target = targets.find(section->sh_addr - open.base + at);
    auto variable = target == targets.end() ? variables.end() : variables.find(target->second);
    bool is_known = variable != variables.end() && global.size < global.size_with_redzone &&
                    variable->second->size == global.size_with_redzone;
    if (is_known) variable->second->redzone = global.size_with_redzone - global.size;
  }
}

}  // namespace

Result<RecordedImage> read_recorded_image(const std::string& path) {
  CUTAWAY_ASSIGN(ElfImage elf, ElfImage::open(path));
  CUTAWAY_ASSIGN(OpenFile open, open_elf(path));
  RecordedImage image;
  image.symbols = elf.read_symbols();
  auto sections = value_or_nothing(open.file.sections());
  uint64_t total = 0;
  for (size_t i = 0; sections && i < sections->size(); ++i) {
    const Elf::Shdr& section = (*sections)[i];
    auto name = value_or_nothing(open.file.getSectionName(section));
    bool is_wanted = section.sh_type == llvm::ELF::SHT_PROGBITS && name && is_data(*name) &&
                     (section.sh_flags & llvm::ELF::SHF_ALLOC) != 0 &&
                     (section.sh_flags & llvm::ELF::SHF_TLS) == 0;
    if (!is_wanted || section.sh_addr < open.base) continue;
    auto bytes = value_or_nothing(open.file.getSectionContents(section));
    if (!bytes || total + bytes->size() > k_most_data) continue;
    total += bytes->size();
    image.pieces.push_back({section.sh_addr - open.base, {bytes->begin(), bytes->end()}});
  }
  read_pointers(open, &image);
  read_redzones(open, &image);
  return image;
}

Result<uint64_t> read_image_span(const std::string& path) {
  CUTAWAY_ASSIGN(OpenFile open, open_elf(path));
  return open.end - open.base;
}

Result<std::vector<StandIn>> read_stand_ins(const std::string& path) {
  CUTAWAY_ASSIGN(OpenFile open, open_elf(path));
  CUTAWAY_ASSIGN(ElfImage elf, ElfImage::open(path));
  std::vector<StandIn> found;
  auto section = find_section(open, k_stand_in_section);
  if (!section) return found;
  uint64_t low = section->sh_addr - open.base, high = low + section->sh_size;
  for (const ElfSymbol& symbol : elf.read_symbols())
    if (symbol.offset >= low && symbol.offset < high)
      found.push_back({symbol.offset, symbol.size, symbol.name});
  return found;
}

}  // namespace cutaway
