// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "against/test_recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "against/against.h"
#include "against/baseline.h"
#include "base/temporary_file.h"
#include "recording/describe.h"
#include "recording/packed_file.h"
#include "recording/packer.h"
#include "weave/plan.h"

namespace cutaway {
namespace {

constexpr const char* k_images = "images";
constexpr const char* k_own_differences = "own_differences";
constexpr size_t k_most_told = 10;  // differences in the message of a test

// What the chunk of symbols has besides them; an empty object: nothing.
Json read_additions(const RecordingReader& reader) {
  auto text = reader.read_symbols_text();
  Json json = text ? Json::parse(*text, nullptr, false) : Json();
  return json.is_object() ? json : Json::object();
}

// Flavours of inside functions are found by the functions themselves.
bool is_flavour(const std::string& name) {
  return std::ranges::any_of(
      std::initializer_list<const char*>{".record", ".replay", ".zoom", ".thunk", ".dispatch",
                                         ".hooked"},
      [&](const char* suffix) { return name.find(suffix) != std::string::npos; });
}

std::string to_digits(const std::vector<uint8_t>& bytes) {
  std::string text;
  for (uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

std::vector<uint8_t> from_digits(const std::string& text) {
  auto digit = [](char c) { return static_cast<uint8_t>(c <= '9' ? c - '0' : c - 'a' + 10); };
  std::vector<uint8_t> bytes;
  for (size_t i = 0; i + 1 < text.size(); i += 2)
    bytes.push_back(static_cast<uint8_t>(digit(text[i]) << 4 | digit(text[i + 1])));
  return bytes;
}

Json to_json(ModuleId module, const RecordedImage& image) {
  Json symbols = Json::array(), pieces = Json::array(), pointers = Json::array();
  for (const ElfSymbol& symbol : image.symbols) {
    if (is_flavour(symbol.name)) continue;
    Json item = {symbol.offset, symbol.size, symbol.is_function ? "f" : "o", symbol.name};
    if (symbol.redzone != 0) item.push_back(symbol.redzone);
    symbols.push_back(std::move(item));
  }
  for (const RecordedImage::Piece& piece : image.pieces)
    pieces.push_back({piece.offset, to_digits(piece.bytes)});
  for (const auto& [offset, target] : image.pointers) pointers.push_back({offset, target});
  return {{"module", to_number(module)},
          {"symbols", std::move(symbols)},
          {"pieces", std::move(pieces)},
          {"pointers", std::move(pointers)}};
}

bool is_list(const Json& json, size_t size) {
  return json.is_array() && json.size() == size && json[0].is_number_unsigned();
}

RecordedImage parse_image(const Json& json) {
  RecordedImage image;
  auto list = [&](const char* key) {
    auto found = json.find(key);
    return found != json.end() && found->is_array() ? *found : Json::array();
  };
  for (const Json& item : list("symbols")) {
    bool has_redzone = is_list(item, 5) && item[4].is_number_unsigned();
    if ((is_list(item, 4) || has_redzone) && item[1].is_number_unsigned() && item[2].is_string() &&
        item[3].is_string())
      image.symbols.push_back({item[0], item[1], item[2] == "f", item[3],
                               has_redzone ? item[4].get<uint64_t>() : uint64_t{0}});
  }
  for (const Json& item : list("pieces"))
    if (is_list(item, 2) && item[1].is_string())
      image.pieces.push_back({item[0], from_digits(item[1])});
  for (const Json& item : list("pointers"))
    if (is_list(item, 2) && item[1].is_number_unsigned())
      image.pointers.emplace_back(item[0], item[1]);
  std::ranges::sort(image.symbols, {}, &ElfSymbol::offset);
  std::ranges::sort(image.pointers);
  return image;
}

Result<std::vector<std::string>> list_inline_functions(const std::string& recording) {
  CUTAWAY_ASSIGN(RecordingReader reader, RecordingReader::open(recording));
  std::set<std::string> names;
  while (true) {
    CUTAWAY_ASSIGN(std::optional<Event> event, reader.next());
    if (!event) return std::vector<std::string>(names.begin(), names.end());
    const auto* incall = std::get_if<IncallEvent>(&*event);
    const Code* code = incall != nullptr ? reader.state().tables().find(incall->function) : nullptr;
    if (code != nullptr && is_header(code->signature.file))
      names.insert(short_name(code->signature.name));
  }
}

// Copies a recording.
Status add_to_symbols(const std::string& from, const Json& additions, int fd,
                      const std::string& name) {
  CUTAWAY_ASSIGN(auto source, open_source(from));
  CUTAWAY_ASSIGN(PackedFileReader reader, PackedFileReader::open(std::move(source), from));
  CUTAWAY_ASSIGN(PackedFileWriter writer, PackedFileWriter::create(fd, name));
  for (const Chunk& chunk : reader.chunks()) {
    uint32_t kind = chunk.header.kind;
    if (kind == k_chunk_end) break;
    if (kind == k_chunk_events) {
      CUTAWAY_ASSIGN(std::vector<uint64_t> words, reader.read_words(chunk));
      CUTAWAY_TRY(writer.add_chunk(kind, std::as_bytes(std::span(words))));
      continue;
    }
    CUTAWAY_ASSIGN(std::string text, reader.read_text(chunk));
    if (kind == k_chunk_symbols) {
      Json json = Json::parse(text, nullptr, false);
      json.update(additions);
      text = to_line(json);
    }
    CUTAWAY_TRY(writer.add_chunk(kind, text));
  }
  return writer.finish();
}

}  // namespace

Result<TestRecording> write_test_recording(const std::string& recording, const std::string& output,
                                           bool may_replace, const ReplayOptions& options) {
  CUTAWAY_ASSIGN(AtomicFile file, AtomicFile::create(output, may_replace));
  CUTAWAY_ASSIGN(IncallTree tree, read_incalls(recording));
  CUTAWAY_ASSIGN(Baseline baseline, make_baseline(recording, tree, options));
  if (baseline.failure.kind == FailureKind::None) {
    return Error{ErrorCode::NotReproduced, recording,
                 "does not fail: a test of it could not tell anything" +
                     (baseline.note.empty() ? "" : ": " + baseline.note),
                 ""};
  }
  CUTAWAY_ASSIGN(RecordingReader reader, RecordingReader::open(recording));
  Json images = Json::array();
  for (const Module& module : tree.modules) {
    if (!module.is_woven) continue;
    std::optional<RecordedImage> image = find_kept_image(reader, module.id);
    if (!image) {
      CUTAWAY_ASSIGN(image, read_recorded_image(module.path));
    }
    images.push_back(to_json(module.id, *image));
  }
  RunInfo info = reader.info();
  std::vector<std::string> own;
  if (info.shrunk_from != 0) {
    CUTAWAY_ASSIGN(own, list_own_differences(recording, options));
  }
  info.tool_version = CUTAWAY_VERSION;
  if (info.shrunk_from == 0) info.shrunk_from = tree.count();
  info.has_live_functions = baseline.has_live_functions;
  info.has_live_numbers = baseline.has_live_numbers;
  info.releases = baseline.releases;
  info.failure = to_line(to_json(baseline.failure));
  TemporaryFile plain(output + ".plain");
  CUTAWAY_ASSIGN(AtomicFile packed, AtomicFile::create(plain.path(), true));
  CUTAWAY_ASSIGN(PackSummary summary, pack(baseline.log, info, packed.fd(), output));
  if (!summary.left_out.empty())
    return internal_error(output, "the recording makes no sense: " + summary.left_out);
  CUTAWAY_TRY(packed.commit());
  Json additions = {{k_images, std::move(images)}, {k_own_differences, own}};
  CUTAWAY_TRY(add_to_symbols(plain.path(), additions, file.fd(), output));
  TestRecording written{baseline.failure, tree.count(), 0, {}};
  CUTAWAY_ASSIGN(written.inline_functions, list_inline_functions(recording));
  CUTAWAY_ASSIGN(written.bytes, file_size(file.fd(), output));
  CUTAWAY_TRY(file.commit());
  return written;
}

bool is_header(const std::string& file) {
  std::string end = file.substr(std::min(file.rfind('.'), file.size()));
  return end.starts_with(".h") || end.starts_with(".i") || end == ".tcc" || end.empty();
}

std::optional<RecordedImage> find_kept_image(const RecordingReader& reader, ModuleId module) {
  Json json = read_additions(reader);
  if (!json.contains(k_images) || !json[k_images].is_array()) return std::nullopt;
  for (const Json& image : json[k_images])
    if (image.is_object() && get_number<uint32_t>(image, "module") == to_number(module))
      return parse_image(image);
  return std::nullopt;
}

std::optional<std::vector<std::string>> find_kept_differences(const RecordingReader& reader) {
  Json json = read_additions(reader);
  if (!json.contains(k_own_differences)) return std::nullopt;
  return get_texts(json, k_own_differences);
}

std::string plan_of_test(const RunInfo& info) {
  Json json = {{"inside", info.plan}, {"zoom", "class"}};
  return to_line(json);
}

std::string describe_test(const Json& report) {
  const Json& failure = report.at("failure");
  std::string difference = get_text(failure, "difference");
  std::string outcome = "cannot_run";
  Json shown = report;
  Json& differences = shown["differences"];
  while (differences.size() > k_most_told) differences.erase(differences.size() - 1);
  std::string message = render_against(shown);
  bool has_made_up = std::ranges::any_of(report.at("differences"), [](const Json& each) {
    return get_text(each, "what") == "extra" && !get_bool(each, "answered");
  });
  if (get_text(report, "outcome") != "cannot_run") {
    if (difference == "same") outcome = "fails_as_recorded";
    else if (difference == "other") outcome = "fails_otherwise";
    else if (difference == "gone" && !has_made_up) outcome = "passes";
    else if (has_made_up)
      message +=
          "  the code calls the outside as it did not when it was recorded: what that would "
          "answer is not known\n";
  }
  return outcome + "\n" + message;
}

}  // namespace cutaway
