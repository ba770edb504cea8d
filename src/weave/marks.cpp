// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "weave/marks.h"

#include <fmt/format.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>

#include "abi/store.h"
#include "base/text.h"

namespace cutaway {
namespace {

// Takes the text up to the next space off `line`.
std::string_view take_word(std::string_view& line) {
  size_t end = line.find(' ');
  std::string_view word = line.substr(0, end);
  line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
  return word;
}

Error other_version(const std::string& path, std::string_view version) {
  return user_fault(path,
                    fmt::format("built by another version of cutaway: its store has format {}, "
                                "this cutaway reads {}",
                                version, int{k_store_version}),
                    "build it again with this version's cutaway-cc and cutaway-c++");
}

}  // namespace

Result<Marks> parse_marks(std::string_view section, const std::string& path) {
  Marks marks;
  for (const std::string& text : split(section, '\n')) {
    // Linkers pad sections with zeros.
    std::string_view line = text;
    line.remove_prefix(std::min(line.find_first_not_of('\0'), line.size()));
    if (line.empty()) continue;
    std::string_view kind = take_word(line);
    std::string_view version = take_word(line);
    if (version != std::to_string(k_store_version)) return other_version(path, version);
    if (kind == "lost") {
      marks.lost.emplace_back(line);
      continue;
    }
    std::string hash(take_word(line));
    StoredName name{hash, std::string(line)};
    if (kind == "unit") marks.units.push_back(name);
    if (kind == "code") marks.code_records.push_back(name);
    if (kind == "link") marks.link = name;
  }
  return marks;
}

Result<Marks> read_marks(std::string_view elf, const std::string& path) {
  if (!elf.starts_with("\x7f"
                       "ELF"))
    return Marks{};
  auto object = llvm::object::ObjectFile::createELFObjectFile(
      llvm::MemoryBufferRef(llvm::StringRef(elf.data(), elf.size()), path));
  if (!object) {
    return user_fault(path, "damaged object: " + llvm::toString(object.takeError()));
  }
  for (const llvm::object::SectionRef& section : (*object)->sections()) {
    auto name = section.getName();
    if (!name || *name != CUTAWAY_STORE_SECTION) {
      if (!name) llvm::consumeError(name.takeError());
      continue;
    }
    auto contents = section.getContents();
    if (!contents) {
      return user_fault(path, "damaged object: " + llvm::toString(contents.takeError()));
    }
    return parse_marks(std::string_view(contents->data(), contents->size()), path);
  }
  return Marks{};
}

Result<Marks> read_marks(const std::string& path) {
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!file) return user_fault(path, "cannot be read: " + file.getError().message());
  llvm::StringRef bytes = (*file)->getBuffer();
  return read_marks(std::string_view(bytes.data(), bytes.size()), path);
}

}  // namespace cutaway
