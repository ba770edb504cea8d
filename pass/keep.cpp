// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The place of the unit goes into the object by file-scope assembly: the one way from IR to a
// section that is not loaded, so that the binary runs as if nothing was there.
#include "keep.h"
#include <cstdlib>
#include "abi/store.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Triple.h"
#include "unit_index.h"

namespace cutaway {
namespace {

using namespace llvm;

constexpr int k_compression_level = 3;

StringRef variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

Expected<json::Object> read_command() {
  StringRef text = variable(CUTAWAY_ENV_KEEP_COMMAND);
  std::unique_ptr<MemoryBuffer> file;
  if (text.consume_front("@")) {
    auto opened = MemoryBuffer::getFile(text);
    if (!opened) return createStringError(opened.getError(), "the command line cannot be read");
    file = std::move(*opened);
    text = file->getBuffer();
  }
  auto parsed = json::parse(text);
  if (!parsed) return parsed.takeError();
  if (!parsed->getAsObject()) return createStringError("the command line is no JSON object");
  return std::move(*parsed->getAsObject());
}

std::string hash_of(StringRef bitcode, StringRef index) {
  BLAKE3 hasher;
  hasher.update(bitcode);
  hasher.update(index);
  return toHex(hasher.final<16>(), true);
}

// A file that exists is the same: it is named by its content.
Error write_compressed(const Twine& path, StringRef content) {
  if (sys::fs::exists(path)) return Error::success();
  SmallVector<uint8_t, 0> compressed;
  compression::zstd::compress(arrayRefFromStringRef(content), compressed, k_compression_level);
  auto file = sys::fs::TempFile::create(path + ".%%%%%%");
  if (!file) return file.takeError();
  raw_fd_ostream stream(file->FD, /*shouldClose=*/false, /*unbuffered=*/true);
  stream << toStringRef(compressed);
  if (const std::error_code error = stream.error()) {
    stream.clear_error();  // else the stream ends the compiler
    return joinErrors(errorCodeToError(error), file->discard());
  }
  return file->keep(path);
}

// Without an extension; its folder is there then.
Expected<std::string> path_for(StringRef store, StringRef hash) {
  SmallString<256> path(store);
  sys::path::append(path, hash.take_front(2));
  if (std::error_code error = sys::fs::create_directories(path, true, sys::fs::all_all))
    return createStringError(error, path.str() + ": " + error.message());
  sys::path::append(path, hash);
  return path.str().str();
}

Expected<std::string> write_code_record(StringRef record, StringRef store) {
  const std::string hash = hash_of(record, "");
  auto path = path_for(store, hash);
  if (!path) return path.takeError();
  if (Error error = write_compressed(*path + ".code", record)) return std::move(error);
  return hash;
}

Expected<std::string> write_unit(const Module& module, StringRef store) {
  auto command = read_command();
  if (!command) return command.takeError();
  SmallString<0> bitcode;
  raw_svector_ostream stream(bitcode);
  WriteBitcodeToFile(module, stream);
  const std::string index = unit_index(module, std::move(*command));
  const std::string hash = hash_of(bitcode, index);

  auto path = path_for(store, hash);
  if (!path) return path.takeError();
  if (Error error = write_compressed(*path + ".bc", bitcode)) return std::move(error);
  if (Error error = write_compressed(*path + ".unit", index)) return std::move(error);
  return hash;
}

void leave_line(Module& module, const Twine& line) {
  std::string text;
  for (const char c : line.str()) {
    if (isPrint(c) && c != '"' && c != '\\') {
      text += c;
    } else {
      const auto code = static_cast<unsigned char>(c);
      text += '\\';
      for (const int shift : {6, 3, 0}) text += static_cast<char>('0' + (code >> shift & 7));
    }
  }
  module.appendModuleInlineAsm(".pushsection " CUTAWAY_STORE_SECTION ",\"\",@progbits\n.ascii \"" +
                               text + "\\n\"\n.popsection");
}

// As the module would be had the driver not asked for debug information.
void strip_debug_information(Module& module) {
  StripDebugInfo(module);
  NamedMDNode* flags = module.getModuleFlagsMetadata();
  if (!flags) return;
  SmallVector<MDNode*, 8> kept;
  for (MDNode* flag : flags->operands()) {
    const StringRef name = cast<MDString>(flag->getOperand(1))->getString();
    if (name != "Dwarf Version" && name != "Debug Info Version") kept.push_back(flag);
  }
  flags->clearOperands();
  for (MDNode* flag : kept) flags->addOperand(flag);
}

std::string without_newlines(std::string text) {
  for (char& c : text)
    if (c == '\n') c = ' ';
  return text;
}

}  // namespace

bool keep_unit(Module& module) {
  const StringRef store = variable(CUTAWAY_ENV_KEEP_STORE);
  const Triple target(module.getTargetTriple());
  if (store.empty() || target.getArch() != Triple::x86_64 || !target.isOSBinFormatELF())
    return false;
  auto hash = write_unit(module, store);
  const bool is_kept = static_cast<bool>(hash);
  if (is_kept) {
    leave_line(module, "unit " + Twine(k_store_version) + " " + *hash + " " + store);
  } else {
    leave_line(module, "lost " + Twine(k_store_version) + " " + module.getSourceFileName() + ": " +
                           without_newlines(toString(hash.takeError())));
  }
  if (variable(CUTAWAY_ENV_KEEP_STRIP) == "1") strip_debug_information(module);
  return is_kept;
}

void keep_code_record(Module& module, StringRef record) {
  const StringRef store = variable(CUTAWAY_ENV_KEEP_STORE);
  auto hash = write_code_record(record, store);
  if (hash) {
    leave_line(module, "code " + Twine(k_store_version) + " " + *hash + " " + store);
  } else {
    consumeError(hash.takeError());
  }
}

}  // namespace cutaway
