// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads arbitrary bytes as a recording and renders all of it. The first byte says what the rest is:
//   'p' a packed file, as it is (most mutations stop at a checksum);
//   'e' an event stream, which is packed with good checksums first: gets past them;
//   'r' events of a raw log, short ones too, which are written out and then taken as 'e';
//   'j' JSON of the texts in a recording, and of a replayer's report.
// Finds crashes, undefined behaviour, leaks and hangs; and streams that the reader accepts but does
// not give back as they were.
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "base/file.h"
#include "recording/listing.h"
#include "recording/packed_file.h"
#include "recording/raw_events.h"
#include "recording/recording_reader.h"
#include "replay/replay_report.h"

namespace cutaway {
namespace {

// Reads all events and renders them; returns the words that were accepted.
std::vector<uint64_t> read_and_render(std::string bytes) {
  std::vector<uint64_t> words;
  auto reader = RecordingReader::open(memory_source(std::move(bytes)), "fuzz.cut");
  if (!reader) return words;
  Describer describer(reader->state().tables(), reader->symbols());
  size_t rendered = 0;
  Listing listing(*reader, [&](const ListedCrossing& crossing) {
    rendered += to_lines(crossing, describer, true).size();
    rendered += to_line(to_json(crossing, describer)).size();
  });
  while (true) {
    auto event = reader->next();
    if (!event || !*event) break;
    words.insert(words.end(), reader->words().begin(), reader->words().end());
    listing.take(**event);
  }
  listing.finish();
  if (reader->end().kind != EndKind::None) rendered += to_line(to_json(reader->end())).size();
  return words;
}

void check(bool condition) {
  if (!condition) std::abort();
}

// The first boundary between events in the second half; the end if there is none.
size_t find_split(std::span<const uint64_t> words) {
  size_t at = 0;
  while (at < words.size() / 2) {
    auto length = measure_event(words.subspan(at));
    if (!length || *length == 0) return words.size();
    at += *length;
  }
  return at;
}

// Packs the words in two chunks.
std::string pack_words(std::span<const uint64_t> words) {
  static UniqueFd fd = std::move(*make_unlinked_file());
  check(::ftruncate(fd.get(), 0) == 0 && ::lseek(fd.get(), 0, SEEK_SET) == 0);
  size_t split = find_split(words);
  auto writer = PackedFileWriter::create(fd.get(), "fuzz");
  check(static_cast<bool>(writer));
  check(static_cast<bool>(writer->add_chunk(k_chunk_info, "{}")));
  check(static_cast<bool>(writer->add_chunk(k_chunk_events, std::as_bytes(words.first(split)))));
  check(static_cast<bool>(writer->add_chunk(k_chunk_events, std::as_bytes(words.subspan(split)))));
  check(static_cast<bool>(writer->finish()));
  std::string bytes(writer->bytes_written(), 0);
  auto count = read_at(fd.get(), std::as_writable_bytes(std::span(bytes)), 0, "fuzz");
  check(count && *count == bytes.size());
  return bytes;
}

void fuzz_events(std::string_view bytes) {
  std::vector<uint64_t> words(bytes.size() / sizeof(uint64_t));
  if (words.empty()) return;
  std::memcpy(words.data(), bytes.data(), words.size() * sizeof(uint64_t));
  std::vector<uint64_t> accepted = read_and_render(pack_words(words));
  check(accepted.size() <= words.size());
  check(std::equal(accepted.begin(), accepted.end(), words.begin()));
}

void fuzz_raw(std::string_view bytes) {
  auto rest = std::as_bytes(std::span(bytes));
  RawEvents events;
  std::vector<uint64_t> words;
  std::vector<uint64_t> all;
  while (true) {
    auto used = events.expand(rest, &words);
    if (!used || words.empty()) break;
    check(*used <= rest.size());
    rest = rest.subspan(*used);
    all.insert(all.end(), words.begin(), words.end());
  }
  if (!all.empty()) read_and_render(pack_words(all));
}

void fuzz_json(const std::string& text) {
  (void)parse_run_info(text);
  (void)SymbolTable::parse(text);
  Json report = Json::parse(text, nullptr, false);
  if (!report.is_object()) return;
  (void)render_report(explain_report(report), "fuzz.cut");
  (void)exit_code_of(report);
}

}  // namespace
}  // namespace cutaway

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] == 'p') cutaway::read_and_render(std::string(rest));
  if (data[0] == 'e') cutaway::fuzz_events(rest);
  if (data[0] == 'r') cutaway::fuzz_raw(rest);
  if (data[0] == 'j') cutaway::fuzz_json(std::string(rest));
  return 0;
}
