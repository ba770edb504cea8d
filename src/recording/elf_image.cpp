// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording/elf_image.h"

#include <fmt/format.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/Object/ELF.h>
#include <llvm/Support/ConvertUTF.h>
#include <llvm/Support/MemoryBuffer.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "abi/weave.h"
#include "base/file.h"
#include "base/process.h"
#include "base/text.h"
#include "recording/signature.h"

namespace cutaway {
namespace {

using Elf = llvm::object::ELF64LE;
using ElfFile = llvm::object::ELFFile<Elf>;

template <typename T>
std::optional<T> value_or_nothing(llvm::Expected<T> expected) {
  if (expected) return std::move(*expected);
  llvm::consumeError(expected.takeError());
  return std::nullopt;
}

bool is_elf_for_this_machine(llvm::StringRef bytes) {
  if (bytes.size() < sizeof(Elf::Ehdr) || !bytes.starts_with("\x7f"
                                                             "ELF"))
    return false;
  return bytes[llvm::ELF::EI_CLASS] == llvm::ELF::ELFCLASS64 &&
         bytes[llvm::ELF::EI_DATA] == llvm::ELF::ELFDATA2LSB;
}

}  // namespace

// Reads by virtual address. All results are optional: files may be damaged or stripped.
struct ElfImage::Reader {
  std::unique_ptr<llvm::MemoryBuffer> buffer;
  ElfFile file;
  std::unordered_map<uint64_t, uint64_t> relocated_words;  // address -> RELATIVE addend

  Reader(std::unique_ptr<llvm::MemoryBuffer> bytes, ElfFile elf)
      : buffer(std::move(bytes)), file(std::move(elf)) {}

  std::vector<Elf::Phdr> program_headers() const {
    auto headers = value_or_nothing(file.program_headers());
    return headers ? std::vector<Elf::Phdr>(headers->begin(), headers->end())
                   : std::vector<Elf::Phdr>();
  }

  // As the recorder computes a module's base: the page of the lowest PT_LOAD.
  uint64_t base_address() const {
    uint64_t lowest = UINT64_MAX;
    for (const Elf::Phdr& header : program_headers()) {
      if (header.p_type == llvm::ELF::PT_LOAD) lowest = std::min<uint64_t>(lowest, header.p_vaddr);
    }
    return lowest == UINT64_MAX ? 0 : lowest & ~uint64_t{4095};
  }

  llvm::StringRef bytes_at_offset(uint64_t offset, uint64_t size) const {
    llvm::StringRef all = buffer->getBuffer();
    return offset <= all.size() && size <= all.size() - offset ? all.substr(offset, size)
                                                               : llvm::StringRef();
  }

  // The file's bytes from `address` to the end of its segment.
  llvm::StringRef bytes_at(uint64_t address) const {
    for (const Elf::Phdr& header : program_headers()) {
      uint64_t delta = address - header.p_vaddr;
      if (header.p_type == llvm::ELF::PT_LOAD && address >= header.p_vaddr &&
          delta < header.p_filesz) {
        return bytes_at_offset(header.p_offset + delta, header.p_filesz - delta);
      }
    }
    return {};
  }

  // In a segment that is neither written nor executed.
  bool is_constant(uint64_t address) const {
    for (const Elf::Phdr& header : program_headers()) {
      bool is_here = header.p_type == llvm::ELF::PT_LOAD && address >= header.p_vaddr &&
                     address - header.p_vaddr < header.p_filesz;
      if (is_here) return (header.p_flags & (llvm::ELF::PF_W | llvm::ELF::PF_X)) == 0;
    }
    return false;
  }

  std::optional<uint64_t> address_of_offset(uint64_t offset) const {
    for (const Elf::Phdr& header : program_headers()) {
      uint64_t delta = offset - header.p_offset;
      if (header.p_type == llvm::ELF::PT_LOAD && offset >= header.p_offset &&
          delta < header.p_filesz) {
        return header.p_vaddr + delta;
      }
    }
    return std::nullopt;
  }

  template <typename T>
  std::optional<T> read(uint64_t address) const {
    llvm::StringRef bytes = bytes_at(address);
    if (bytes.size() < sizeof(T)) return std::nullopt;
    T value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }

  // A pointer as the loader leaves it. With RELR, or lld's --apply-dynamic-relocs, the addend is in
  // place.
  uint64_t read_pointer(uint64_t address) const {
    auto found = relocated_words.find(address);
    return found != relocated_words.end() ? found->second : read<uint64_t>(address).value_or(0);
  }

  std::string read_text(uint64_t address) const {
    llvm::StringRef bytes = bytes_at(address);
    return bytes.take_front(bytes.find('\0')).str();
  }

  void read_relocations() {
    auto sections = value_or_nothing(file.sections());
    if (!sections) return;
    for (const Elf::Shdr& section : *sections) {
      if (section.sh_type != llvm::ELF::SHT_RELA || (section.sh_flags & llvm::ELF::SHF_ALLOC) == 0)
        continue;
      auto entries = value_or_nothing(file.relas(section));
      if (!entries) continue;
      for (const Elf::Rela& entry : *entries) {
        if (entry.getType(false) == llvm::ELF::R_X86_64_RELATIVE) {
          relocated_words[entry.r_offset] = static_cast<uint64_t>(entry.r_addend);
        }
      }
    }
  }

  // Calls `visit(name, type, descriptor)` for each note.
  template <typename Visit>
  void for_each_note(const Visit& visit) const {
    for (const Elf::Phdr& header : program_headers()) {
      if (header.p_type != llvm::ELF::PT_NOTE) continue;
      llvm::Error problem = llvm::Error::success();
      for (const Elf::Note& note : file.notes(header, problem)) {
        visit(note.getName(), note.getType(), note.getDesc(std::max<uint64_t>(header.p_align, 4)));
      }
      llvm::consumeError(std::move(problem));
    }
  }

  std::optional<uint64_t> find_woven_module() const {
    std::optional<uint64_t> address;
    for_each_note([&](llvm::StringRef name, uint32_t type, llvm::ArrayRef<uint8_t> descriptor) {
      if (name != "Cutaway" || type != k_note_type || descriptor.size() < sizeof(uint64_t)) return;
      uint64_t delta;
      std::memcpy(&delta, descriptor.data(), sizeof delta);
      uint64_t offset = static_cast<uint64_t>(reinterpret_cast<const char*>(descriptor.data()) -
                                              buffer->getBufferStart());
      if (auto place = address_of_offset(offset)) address = *place + delta;
    });
    return address;
  }

  std::optional<WovenTables> read_woven_tables() {
    auto module = find_woven_module();
    if (!module) return std::nullopt;
    read_relocations();
    WovenTables tables;
    tables.abi_version = read<uint32_t>(*module + offsetof(CutawayModule, abi_version)).value_or(0);
    for (std::string& pattern :
         split(read_text(read_pointer(*module + offsetof(CutawayModule, plan))), '\n')) {
      if (!pattern.empty()) tables.plan.push_back(std::move(pattern));
    }
    uint64_t begin = read_pointer(*module + offsetof(CutawayModule, functions_begin));
    uint64_t end = read_pointer(*module + offsetof(CutawayModule, functions_end));
    if (begin > end || end - begin > buffer->getBufferSize()) return tables;
    tables.function_count = (end - begin) / sizeof(CutawayFunction);
    for (uint64_t at = begin; at + sizeof(CutawayFunction) <= end; at += sizeof(CutawayFunction)) {
      std::string text = read_text(read_pointer(at + offsetof(CutawayFunction, text)));
      Signature signature = parse_signature(text);
      tables.function_names.push_back(signature.name);
      uint32_t flags = read<uint32_t>(at + offsetof(CutawayFunction, flags)).value_or(0);
      auto slots = [&](size_t field) { return read<uint16_t>(at + field).value_or(0); };
      tables.functions.push_back({at - base_address(), flags, signature.name, signature.file,
                                  signature.group, slots(offsetof(CutawayFunction, arg_slots)),
                                  slots(offsetof(CutawayFunction, ret_slots)), std::move(text)});
    }
    return tables;
  }

  std::vector<ElfSymbol> read_symbols(uint32_t section_type) const {
    std::vector<ElfSymbol> symbols;
    auto sections = value_or_nothing(file.sections());
    uint64_t base = base_address();
    for (size_t i = 0; sections && i < sections->size(); ++i) {
      const Elf::Shdr& section = (*sections)[i];
      if (section.sh_type != section_type) continue;
      auto entries = value_or_nothing(file.symbols(&section));
      auto names = value_or_nothing(file.getStringTableForSymtab(section, *sections));
      if (!entries || !names) continue;
      for (const Elf::Sym& entry : *entries) {
        bool is_named_place =
            entry.getType() == llvm::ELF::STT_FUNC || entry.getType() == llvm::ELF::STT_OBJECT ||
            entry.getType() == llvm::ELF::STT_NOTYPE || entry.getType() == llvm::ELF::STT_GNU_IFUNC;
        if (!is_named_place || entry.st_shndx == llvm::ELF::SHN_UNDEF ||
            entry.st_shndx >= llvm::ELF::SHN_LORESERVE)
          continue;
        auto name = value_or_nothing(entry.getName(*names));
        if (!name || name->empty() || entry.st_value < base) continue;
        bool is_function =
            entry.getType() == llvm::ELF::STT_FUNC || entry.getType() == llvm::ELF::STT_GNU_IFUNC;
        symbols.push_back({entry.st_value - base, entry.st_size, is_function, name->str()});
      }
    }
    return symbols;
  }

  bool has_section(llvm::StringRef wanted) const {
    auto sections = value_or_nothing(file.sections());
    for (size_t i = 0; sections && i < sections->size(); ++i) {
      auto name = value_or_nothing(file.getSectionName((*sections)[i]));
      if (name && *name == wanted) return true;
    }
    return false;
  }
};

ElfImage::ElfImage(std::unique_ptr<Reader> reader, std::string path)
    : reader_(std::move(reader)), path_(std::move(path)) {}
ElfImage::ElfImage(ElfImage&&) noexcept = default;
ElfImage::~ElfImage() = default;

Result<ElfImage> ElfImage::open(const std::string& path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false, /*IsVolatile=*/true);
  if (!buffer) return user_fault(path, "cannot open: " + buffer.getError().message());
  llvm::StringRef bytes = (*buffer)->getBuffer();
  if (bytes.starts_with("#!")) {
    return user_fault(path, "is a script, expected a woven program",
                      "record the program that the script starts");
  }
  if (!is_elf_for_this_machine(bytes)) return user_fault(path, "not a 64-bit ELF file");
  auto file = ElfFile::create(bytes);
  if (!file) return user_fault(path, "damaged ELF file: " + llvm::toString(file.takeError()));
  if (file->getHeader().e_machine != llvm::ELF::EM_X86_64) {
    return user_fault(path, fmt::format("not a program for x86-64: got machine {}",
                                        uint32_t{file->getHeader().e_machine}));
  }
  ElfImage image(std::make_unique<Reader>(std::move(*buffer), std::move(*file)), path);
  Reader& reader = *image.reader_;
  for (const Elf::Phdr& header : reader.program_headers()) {
    image.is_dynamic_ |= header.p_type == llvm::ELF::PT_DYNAMIC;
    if (header.p_type != llvm::ELF::PT_INTERP) continue;
    llvm::StringRef text = reader.bytes_at_offset(header.p_offset, header.p_filesz);
    image.interpreter_ = text.take_front(text.find('\0')).str();
  }
  reader.for_each_note(
      [&](llvm::StringRef name, uint32_t type, llvm::ArrayRef<uint8_t> descriptor) {
        if (name == "GNU" && type == llvm::ELF::NT_GNU_BUILD_ID)
          image.build_id_.assign(descriptor.begin(), descriptor.end());
      });
  // The recorder keeps at most this many bytes.
  if (image.build_id_.size() > 24) image.build_id_.resize(24);
  image.has_debug_info_ = reader.has_section(".debug_info");
  image.woven_ = reader.read_woven_tables();
  return image;
}

bool ElfImage::is_position_independent() const {
  return reader_->file.getHeader().e_type == llvm::ELF::ET_DYN;
}

std::string ElfImage::read_literal(uint64_t offset) const {
  constexpr size_t k_max_bytes = 4096;
  uint64_t address = reader_->base_address() + offset;
  if (!reader_->is_constant(address)) return {};
  llvm::StringRef bytes = reader_->bytes_at(address).take_front(k_max_bytes);
  size_t length = bytes.find('\0');
  bool is_text = length != llvm::StringRef::npos && length > 0;
  if (!is_text) return {};
  bytes = bytes.take_front(length);
  for (char c : bytes) is_text &= llvm::isPrint(c) || llvm::isSpace(c) || !llvm::isASCII(c);
  const auto* start = reinterpret_cast<const llvm::UTF8*>(bytes.begin());
  is_text &= llvm::isLegalUTF8String(&start, start + bytes.size());
  return is_text ? bytes.str() : std::string();
}

std::string ElfImage::read_constants(uint64_t offset, size_t most) const {
  uint64_t address = reader_->base_address() + offset;
  return reader_->is_constant(address) ? reader_->bytes_at(address).take_front(most).str() : "";
}

std::vector<ElfSymbol> ElfImage::read_symbols() const {
  std::vector<ElfSymbol> symbols = reader_->read_symbols(llvm::ELF::SHT_SYMTAB);
  if (symbols.empty()) symbols = reader_->read_symbols(llvm::ELF::SHT_DYNSYM);
  // Of several names for one place, the one with a size, then the shortest, is the most telling.
  std::sort(symbols.begin(), symbols.end(), [](const ElfSymbol& a, const ElfSymbol& b) {
    return std::make_tuple(a.offset, a.size == 0, a.name.size(), std::string_view(a.name)) <
           std::make_tuple(b.offset, b.size == 0, b.name.size(), std::string_view(b.name));
  });
  return symbols;
}

Result<std::vector<std::string>> list_libraries(const ElfImage& program,
                                                const std::string& library_path) {
  std::vector<std::string> libraries;
  if (program.interpreter().empty()) return libraries;
  Environment changes = {{"LD_PRELOAD", std::nullopt}, {"LD_LIBRARY_PATH", std::nullopt}};
  if (!library_path.empty()) changes[1].second = library_path;
  CUTAWAY_ASSIGN(
      ProcessOutput output,
      run_and_capture({program.interpreter(), "--list", real_path(program.path())}, changes));
  for (const std::string& line : split(output.text, '\n')) {
    if (line.find("=> not found") != std::string::npos) {
      return user_fault(program.path(),
                        "a library is missing: " + line.substr(line.find_first_not_of("\t ")),
                        "set LD_LIBRARY_PATH so that the program starts");
    }
    size_t start = line.find('/', line.find("=> ") == std::string::npos ? 0 : line.find("=> "));
    size_t end = line.rfind(" (0x");
    if (start == std::string::npos || end == std::string::npos || end <= start) continue;
    libraries.push_back(line.substr(start, end - start));
  }
  return libraries;
}

std::string demangle(const std::string& linkage_name) { return llvm::demangle(linkage_name); }

}  // namespace cutaway
