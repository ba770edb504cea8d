// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <memory>

#include "against/test_recording.h"
#include "base/text.h"
#include "cli/commands.h"
#include "recording/listing.h"

namespace cutaway {
namespace {

struct ShowArguments {
  std::string recording;
  bool is_json = false;
  bool shows_patches = false;
  uint64_t from = 1;
  uint64_t count = UINT64_MAX;
  bool shows_plan = false;
};

void print_header(const RecordingReader& reader) {
  const RunInfo& info = reader.info();
  fmt::print("recording  {}  {}\n", reader.name(), format_bytes(reader.file_bytes()));
  if (!info.arguments.empty()) fmt::print("command    {}\n", shell_quote(info.arguments));
  if (!info.directory.empty()) fmt::print("folder     {}\n", info.directory);
  if (!info.program.empty()) {
    fmt::print("program    {}  build id {}\n", info.program,
               info.program_build_id.empty() ? "none" : info.program_build_id);
  }
  if (!info.plan.empty()) fmt::print("inside     {}\n", join(info.plan, ", "));
  if (!info.started_at.empty())
    fmt::print("started    {}  {:.3f} s  {}\n", info.started_at, info.duration_s, info.machine);
  fmt::print("ended      {}{}\n", describe_end(info),
             info.verify ? "  recorded with --verify" : "");
  Json failure = Json::parse(info.failure, nullptr, false);
  if (failure.is_object()) fmt::print("failure    {}\n", get_text(failure, "text"));
  fmt::print("\n");
}

std::string end_text(const RecordingReader& reader, const Describer& describer) {
  const StreamEnd& end = reader.end();
  if (end.kind == EndKind::Exit) return "the program ran to exit()";
  if (end.kind == EndKind::Truncated)
    return "the recording is truncated: " + describe_truncation(end.reason, end.text);
  if (end.kind == EndKind::None)
    return "the recording stops: the program was killed or left without exit()";
  std::string text =
      fmt::format("failure: {} in {}", signal_name(end.signal), describer.address(end.pc));
  if (!reader.failure_location().empty()) text += " at " + reader.failure_location();
  return text + ", address " + describer.address(end.fault_address);
}

void print_footer(const RecordingReader& reader, const Describer& describer) {
  const StreamCounts& counts = reader.state().counts();
  fmt::print("\n{}\n", end_text(reader, describer));
  if (!reader.left_out().empty())
    fmt::print("the end of the log was left out: {}\n", reader.left_out());
  fmt::print("{}, {}, {} patched, {}\n", count_of(counts.incalls, "incall"),
             count_of(counts.outcalls, "outcall"), format_bytes(counts.patched_bytes),
             count_of(counts.threads, "thread"));
}

Json footer_json(const RecordingReader& reader) {
  const StreamCounts& counts = reader.state().counts();
  Json json = {{"kind", "end"},
               {"end", to_json(reader.end())},
               {"events", counts.events},
               {"incalls", counts.incalls},
               {"outcalls", counts.outcalls},
               {"patches", counts.patches},
               {"patched_bytes", counts.patched_bytes},
               {"threads", counts.threads}};
  if (reader.truncated_at()) {
    json["truncated_at"] = reader.truncated_at()->offset;
    json["truncated_why"] = reader.truncated_at()->what;
  }
  return json;
}

Result<int> run_show(const ShowArguments& arguments) {
  CUTAWAY_ASSIGN(RecordingReader reader, RecordingReader::open(arguments.recording));
  if (arguments.shows_plan) {
    fmt::print("{}\n", plan_of_test(reader.info()));
    return 0;
  }
  Describer describer(reader.state().tables(), reader.symbols());
  uint32_t thread = 0;
  Listing listing(reader, [&](const ListedCrossing& crossing) {
    if (arguments.is_json) {
      fmt::print("{}\n", to_line(to_json(crossing, describer)));
      return;
    }
    if (crossing.thread != thread)
      fmt::print("         -- thread {} --\n", thread = crossing.thread);
    fmt::print("{}", to_lines(crossing, describer, arguments.shows_patches));
  });
  if (arguments.is_json) {
    fmt::print("{}\n",
               to_line({{"kind", "info"}, {"info", Json::parse(to_json_text(reader.info()))}}));
  } else {
    print_header(reader);
  }
  while (true) {
    auto event = reader.next();
    if (!event) {
      listing.finish();
      return event.error();
    }
    if (!*event) break;
    uint64_t incall = reader.state().counts().incalls;
    bool is_shown = incall >= arguments.from && incall - arguments.from < arguments.count;
    if (is_shown) {
      listing.take(**event);
    } else {
      listing.finish();
    }
  }
  listing.finish();
  if (arguments.is_json) {
    fmt::print("{}\n", to_line(footer_json(reader)));
  } else {
    print_footer(reader, describer);
  }
  if (!reader.truncated_at()) return 0;
  std::fflush(stdout);
  fmt::print(stderr, "cutaway: warning: {}: recording is damaged from byte {} on: {}\n",
             arguments.recording, reader.truncated_at()->offset, reader.truncated_at()->what);
  return 0;
}

}  // namespace

Action declare_show(CLI::App& app, const Command&) {
  auto arguments = std::make_shared<ShowArguments>();
  app.add_option("recording", arguments->recording, "recording to print")->required();
  app.add_flag("--json", arguments->is_json, "one JSON object a line: info, crossings, end");
  app.add_option("--from", arguments->from, "start at this incall");
  app.add_option("--count", arguments->count, "print this many incalls");
  app.add_flag("--patches", arguments->shows_patches, "print every patch");
  app.add_flag("--plan", arguments->shows_plan,
               "print the plan (JSON) by which a replay test of it is woven, and nothing else");
  return [arguments] { return run_show(*arguments); };
}

}  // namespace cutaway
