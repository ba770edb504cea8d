// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "zoom/zoom_session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <set>

#include "abi/weave.h"
#include "base/temporary_file.h"
#include "base/text.h"
#include "replay/replay_report.h"
#include "zoom/selection.h"

namespace cutaway {
namespace {

// Where the kernel puts a program without randomisation, and how far alignment moves it.
constexpr uint64_t k_fixed_program = 0x555555554000;
constexpr uint64_t k_alignment_slack = 4 << 20;

std::string raw_log_of(const std::string& output) {
  return (output.starts_with("/") ? output : current_directory() + "/" + output) + ".raw";
}

Status check_layout(const std::string& recording, const Module& program) {
  if (program.base - k_fixed_program < k_alignment_slack) return Ok{};
  return user_fault(recording, "was recorded with address space randomisation and cannot be zoomed",
                    "record again without --randomize");
}

using Place = std::pair<uint32_t, uint64_t>;  // module, offset

// Functions of a zoomed recording: the stream lists them all.
std::set<Place> list_recorded(const StreamTables& tables) {
  std::set<Place> places;
  for (size_t i = 1; i <= tables.function_count(); ++i) {
    const Code* code = tables.find(static_cast<FunctionId>(i));
    places.emplace(to_number(code->module), code->offset);
  }
  return places;
}

struct Program {
  std::vector<InsideFunction> inside;
  std::vector<std::string> defined;  // linkage names
};

Result<Program> read_program(const RecordingReader& reader, const PreparedReplay& replay) {
  Program program;
  std::set<Place> recorded = list_recorded(reader.state().tables());
  bool is_zoomed = !reader.info().zoom.empty();
  for (const Module& module : replay.stream.modules) {
    if (!module.is_woven) continue;
    bool is_program = &module == &replay.stream.modules[0];
    CUTAWAY_ASSIGN(ElfImage image, ElfImage::open(is_program ? replay.program : module.path));
    for (ElfSymbol& symbol : image.read_symbols())
      if (symbol.is_function) program.defined.push_back(std::move(symbol.name));
    if (!image.woven()) continue;
    for (const WovenFunction& function : image.woven()->functions) {
      bool is_inside = !is_zoomed || recorded.contains({to_number(module.id), function.offset});
      if (!is_inside) continue;
      if (function.group.empty() && (function.flags & k_function_inline) == 0) {
        return user_fault(image.path(), "was woven so that nobody can zoom",
                          "record again with --zoom-by class; a cut fixed by cutaway-cc needs "
                          "\"zoom\": \"class\" in its plan");
      }
      program.inside.push_back({module.id, function});
    }
  }
  return program;
}

Result<UniqueFd> write_list(const std::vector<InsideFunction>& functions) {
  CUTAWAY_ASSIGN(UniqueFd file, make_unlinked_file());
  std::string text;
  for (const InsideFunction& function : functions)
    text += fmt::format("{:x} {:x}\n", to_number(function.module), function.woven.offset);
  CUTAWAY_TRY(write_all(file.get(), text, "list of functions"));
  return file;
}

RunInfo describe_zoom(const RunInfo& recorded, const ZoomOptions& options) {
  RunInfo info = recorded;
  info.tool_version = CUTAWAY_VERSION;
  info.zoom = options.groups.empty() ? options.patterns : options.groups;
  info.releases.reset();  // by numbers of other events
  return info;
}

Result<PackSummary> pack_zoomed(const std::string& raw_log, const RunInfo& info,
                                const ZoomOptions& options) {
  CUTAWAY_ASSIGN(AtomicFile file, AtomicFile::create(options.output, options.may_replace));
  CUTAWAY_ASSIGN(PackSummary summary,
                 pack(raw_log, info, file.fd(), options.output, options.progress));
  if (summary.counts.incalls == 0) {
    return user_fault(join(options.patterns, " "), "was never called in this recording",
                      "cutaway show lists what was");
  }
  CUTAWAY_TRY(file.commit());
  return summary;
}

}  // namespace

Result<ZoomOutcome> zoom(const std::string& recording, const ZoomOptions& options) {
  if (::access(options.output.c_str(), F_OK) == 0 && !options.may_replace)
    return output_exists(options.output);
  CUTAWAY_ASSIGN(RecordingReader reader, RecordingReader::open(recording));
  ReplayOptions how = options.replay;
  how.library = "libcutaway_zoom.so";
  how.verify = options.verify;
  how.max_size = options.max_size;
  CUTAWAY_ASSIGN(PreparedReplay replay, prepare_replay(reader, how));
  CUTAWAY_TRY(check_layout(recording, replay.stream.modules[0]));
  CUTAWAY_ASSIGN(Program program, read_program(reader, replay));
  CUTAWAY_ASSIGN(auto functions,
                 options.groups.empty()
                     ? select_functions(program.inside, options.patterns, program.defined)
                     : select_groups(program.inside, options.groups));
  CUTAWAY_ASSIGN(UniqueFd list, write_list(functions));
  TemporaryFile raw_log(raw_log_of(options.output));
  replay.environment.emplace_back("CUTAWAY_ZOOM_LOG", raw_log.path());
  replay.environment.emplace_back("CUTAWAY_ZOOM_FUNCTIONS",
                                  fmt::format("/proc/self/fd/{}", list.get()));
  ZoomOutcome outcome;
  outcome.warnings = replay.warnings;
  outcome.function_count = functions.size();
  auto report = run_replay(replay, how);
  // A program that hung was killed; so is the replay, when it has had time to come there.
  bool is_hung = replay.has_timed_out && options.is_of_hang;
  if (!report && !is_hung) return report.error();
  if (!is_hung) outcome.report = std::move(*report);
  if (!is_hung && exit_code_of(outcome.report) != 0) return outcome;
  CUTAWAY_ASSIGN(outcome.summary,
                 pack_zoomed(raw_log.path(), describe_zoom(reader.info(), options), options));
  outcome.has_recording = true;
  return outcome;
}

}  // namespace cutaway
