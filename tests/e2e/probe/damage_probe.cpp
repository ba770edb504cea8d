// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads thousands of damaged copies of a recording in one process, as `show` and `replay` do.
// usage: damage_probe RECORDING TRUNCATIONS FLIPS SEED
// Half of the flips hit the file's bytes, half the event stream under right checksums.
// A copy must give an error or a usable prefix within k_limit_s; a crash or hang ends the probe.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "base/file.h"
#include "recording/listing.h"
#include "recording/packed_file.h"
#include "recording/recording_reader.h"

namespace cutaway {
namespace {

constexpr unsigned k_limit_s = 20;

struct Outcomes {
  int errors = 0;
  int prefixes = 0;
  int intact = 0;
  int silent = 0;  // an error without a text
};

UniqueFd memory_file() { return UniqueFd(::memfd_create("probe", MFD_CLOEXEC)); }

// Lists all events and unpacks them, like `show` and the first half of `replay`.
Status read_all(const std::string& bytes, bool* is_damaged) {
  CUTAWAY_ASSIGN(RecordingReader reader, RecordingReader::open(memory_source(bytes), "probe"));
  Describer describer(reader.state().tables(), reader.symbols());
  size_t listed = 0;
  Listing listing(reader, [&](const ListedCrossing& crossing) {
    listed += to_lines(crossing, describer, true).size();
  });
  while (true) {
    CUTAWAY_ASSIGN(std::optional<Event> event, reader.next());
    if (!event) break;
    listing.take(*event);
  }
  listing.finish();
  *is_damaged = reader.truncated_at().has_value();

  CUTAWAY_ASSIGN(RecordingReader again, RecordingReader::open(memory_source(bytes), "probe"));
  UniqueFd log = memory_file();
  CUTAWAY_ASSIGN(UnpackSummary summary, unpack(again, log.get()));
  *is_damaged = *is_damaged || summary.damage.has_value();
  return Ok{};
}

void probe(const std::string& bytes, Outcomes* outcomes) {
  ::alarm(k_limit_s);
  bool is_damaged = false;
  Status status = read_all(bytes, &is_damaged);
  ::alarm(0);
  if (!status) {
    ++outcomes->errors;
    if (to_text(status.error()).size() < 10) ++outcomes->silent;
  } else {
    ++(is_damaged ? outcomes->prefixes : outcomes->intact);
  }
}

std::string contents(int fd) {
  std::string bytes(static_cast<size_t>(::lseek(fd, 0, SEEK_END)), '\0');
  if (::pread(fd, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    std::abort();
  return bytes;
}

// The file again, with one byte of its events changed and all checksums right.
Result<std::string> flip_in_stream(const std::string& original, std::mt19937_64& random) {
  CUTAWAY_ASSIGN(PackedFileReader reader, PackedFileReader::open(memory_source(original), "probe"));
  UniqueFd file = memory_file();
  CUTAWAY_ASSIGN(PackedFileWriter writer, PackedFileWriter::create(file.get(), "probe"));
  for (const Chunk& chunk : reader.chunks()) {
    if (chunk.header.kind == k_chunk_end) continue;
    if (chunk.header.kind != k_chunk_events) {
      CUTAWAY_ASSIGN(std::string text, reader.read_text(chunk));
      CUTAWAY_TRY(writer.add_chunk(chunk.header.kind, text));
      continue;
    }
    CUTAWAY_ASSIGN(std::vector<uint64_t> words, reader.read_words(chunk));
    words[random() % words.size()] ^= (random() % 255 + 1) << (random() % 8 * 8);
    CUTAWAY_TRY(writer.add_chunk(k_chunk_events, std::as_bytes(std::span(words))));
  }
  CUTAWAY_TRY(writer.finish());
  return contents(file.get());
}

int run(const std::string& original, int truncations, int flips, uint64_t seed) {
  std::mt19937_64 random(seed);
  Outcomes outcomes;
  for (int i = 0; i < truncations; ++i)
    probe(original.substr(0, random() % original.size()), &outcomes);
  for (int i = 0; i < flips; ++i) {
    std::string bytes = original;
    if (i % 2 == 0) {
      bytes[random() % bytes.size()] ^= static_cast<char>(random() % 255 + 1);
    } else if (Result<std::string> flipped = flip_in_stream(original, random)) {
      bytes = *flipped;
    } else {
      std::fprintf(stderr, "%s\n", to_text(flipped.error()).c_str());
      return 1;
    }
    probe(bytes, &outcomes);
  }
  std::printf("{\"errors\": %d, \"prefixes\": %d, \"intact\": %d, \"silent\": %d}\n",
              outcomes.errors, outcomes.prefixes, outcomes.intact, outcomes.silent);
  return 0;
}

}  // namespace
}  // namespace cutaway

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  std::ifstream file(argv[1], std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (bytes.empty()) return 2;
  return cutaway::run(bytes, std::atoi(argv[2]), std::atoi(argv[3]),
                      std::strtoull(argv[4], nullptr, 10));
}
