// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a small corpus for recording_reader_fuzzer into the folder that is given.
#include <fcntl.h>

#include <cstdio>

#include "base/file.h"
#include "recording/symbols.h"
#include "support/stream_builder.h"

namespace cutaway::test {
namespace {

std::string g_folder;

void write_input(const std::string& name, const std::string& content) {
  std::string path = g_folder + "/" + name;
  auto fd = open_file(path, O_WRONLY | O_CREAT | O_TRUNC);
  if (!fd || !write_all(fd->get(), content, path)) {
    std::fprintf(stderr, "cannot write %s\n", path.c_str());
    std::exit(1);
  }
}

void write_stream(const std::string& name, const Words& words) {
  std::string bytes(reinterpret_cast<const char*>(words.data()), words.size() * sizeof(uint64_t));
  write_input("events_" + name, "e" + bytes);
  write_input("packed_" + name, "p" + packed(words));
}

// Tables, then one short event of each kind.
std::string raw_events() {
  const Words tables = prelude().words();
  std::string bytes(reinterpret_cast<const char*>(tables.data()), tables.size() * sizeof(uint64_t));
  auto add = [&bytes](uint64_t value, size_t count) {
    for (size_t i = 0; i < count; ++i) bytes.push_back(static_cast<char>(value >> 8 * i));
  };
  // One of two slots has two bytes.
  for (uint32_t kind = k_raw_incall; kind <= k_raw_returned; kind += 0x10) {
    add(raw_head(kind, 1), 2);
    add(0x02, 1);
    add(0x1234, 2);
  }
  add(raw_head(k_raw_incall, k_raw_far_ident), 2);
  add(1 | 0x02 << 24 | 0x1234ull << 32, 6);
  add(k_raw_patch | 6 | 2 << 8, 2);
  add(to_zigzag(0x7fff00000000) | 0x5555ull << 48, 8);
  add(k_raw_image_word | 1 << 8 | 2 << 12, 2);
  add(0x123456, 3);
  while (bytes.size() % 8 != 0) add(k_raw_filler, 1);
  add(event_word(k_event_exit, 0, 0), 8);
  return bytes;
}

void write_corpus() {
  write_stream("sample", sample().words());
  write_stream("empty", {});
  write_stream("prelude", prelude().words());
  write_stream(
      "failure",
      prelude().incall(1, {0, 0}).event(k_event_failure, 11, {1, 0, image(1, 16)}).words());
  write_stream("truncated", prelude().event(k_event_truncated, 1, text_words("limit")).words());
  StreamBuilder leaves;
  leaves.module()
      .function(
          12, 2,
          "name=_ZN1A1fEv\nfile=a.cc\nline=1\nargs=i1 c char;i16 w __int128;f4 f float;f8 d double;"
          "l16 l long double;v16 v v4;b24 s S\nret=l16  long double\n")
      .thread();
  write_stream(
      "leaves",
      leaves.incall(1, Words(12, 0x3ff0000000000000)).incall_return(1, {1, 0x4000}).words());
  write_input("raw", "r" + raw_events());
  RunInfo info;
  info.arguments = {"app"};
  write_input("json_info", "j" + to_json_text(info));
  SymbolTable symbols;
  symbols.add(ModuleId{1}, {16, 4, true, "_Z1fv"});
  symbols.add_literal({image(1, 64)}, "text");
  write_input("json_symbols", "j" + symbols.to_json_text());
  write_input(
      "json_report",
      R"(j{"outcome":"diverged","event":1,"incall":1,"what":"argument","index":0,"expected":"0x1",)"
      R"("actual":"/x+0x2","function":"name=f\nargs=i4 a int","site":"name=g\nargs=l16 x long double",)"
      R"("last_crossings":[{"kind":"incall","text":"name=f\nargs=i4 a int","values":["0x1"]}],"notes":["n"]})");
  write_input(
      "json_followed",
      R"(j{"outcome":"followed","incalls":1,"ended":"failure","failure":{"signal":11,"pc":"/x+0x1"}})");
}

}  // namespace
}  // namespace cutaway::test

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: make_fuzz_corpus FOLDER\n");
    return 2;
  }
  cutaway::test::g_folder = argv[1];
  cutaway::test::write_corpus();
  return 0;
}
