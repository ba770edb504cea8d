// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "weave/archive.h"

#include <llvm/Object/Archive.h>
#include <llvm/Object/ArchiveWriter.h>
#include <llvm/Support/MemoryBuffer.h>

#include "weave/marks.h"

namespace cutaway {
namespace {

using llvm::object::Archive;

Error damaged(const std::string& path, llvm::Error error) {
  return user_fault(path, "damaged archive: " + llvm::toString(std::move(error)));
}

}  // namespace

bool is_archive(std::string_view bytes) {
  return bytes.starts_with("!<arch>\n") || bytes.starts_with("!<thin>\n");
}

Result<std::vector<ArchiveMember>> read_archive(std::string_view bytes, const std::string& path) {
  auto archive =
      Archive::create(llvm::MemoryBufferRef(llvm::StringRef(bytes.data(), bytes.size()), path));
  if (!archive) return damaged(path, archive.takeError());
  std::vector<ArchiveMember> members;
  llvm::Error error = llvm::Error::success();
  for (const Archive::Child& child : (*archive)->children(error)) {
    auto name = child.getName();
    auto content = child.getMemoryBufferRef();
    if (!name || !content) {
      llvm::consumeError(std::move(error));
      return damaged(path, llvm::joinErrors(name.takeError(), content.takeError()));
    }
    llvm::StringRef object = content->getBuffer();
    CUTAWAY_ASSIGN(Marks marks, read_marks(std::string_view(object.data(), object.size()),
                                           path + "(" + name->str() + ")"));
    ArchiveMember member{name->str(), "", ""};
    if (marks.units.size() == 1) member = {name->str(), marks.units[0].hash, marks.units[0].store};
    members.push_back(std::move(member));
  }
  if (error) return damaged(path, std::move(error));
  return members;
}

Status write_archive(const std::string& path, const std::vector<ArchiveMember>& members,
                     const std::map<std::string, std::string>& objects, const std::string& output) {
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file) return user_fault(path, "cannot be read: " + file.getError().message());
  auto archive = Archive::create((*file)->getMemBufferRef());
  if (!archive) return damaged(path, archive.takeError());
  std::vector<llvm::NewArchiveMember> written;
  llvm::Error error = llvm::Error::success();
  size_t number = 0;
  for (const Archive::Child& child : (*archive)->children(error)) {
    const ArchiveMember& member = members.at(number++);
    auto object = objects.find(member.hash);
    auto content = object == objects.end() ? llvm::NewArchiveMember::getOldMember(child, true)
                                           : llvm::NewArchiveMember::getFile(object->second, true);
    if (!content) {
      llvm::consumeError(std::move(error));
      return damaged(path, content.takeError());
    }
    content->MemberName = member.name;
    written.push_back(std::move(*content));
  }
  if (error) return damaged(path, std::move(error));
  error = llvm::writeArchive(output, written, llvm::SymtabWritingMode::NormalSymtab, Archive::K_GNU,
                             true, /*Thin=*/false);
  if (error) return damaged(output, std::move(error));
  return Ok{};
}

}  // namespace cutaway
