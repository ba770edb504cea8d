// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fake_program.h"

#include "recording/raw_log.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <iterator>

using namespace cutaway;

// The note by which the recorder finds g_fake_module.
asm(R"(
  .pushsection .note.cutaway, "a", @note
  .balign 4
  .long 8, 8, 1
  .asciz "Cutaway"
1: .quad g_fake_module - 1b
  .popsection
)");

static constexpr CutawayFunction make_function(uint16_t arg_slots, uint16_t ret_slots,
                                               const char* text) {
  CutawayFunction function{};
  function.arg_slots = arg_slots;
  function.ret_slots = ret_slots;
  function.text = text;
  return function;
}
constinit CutawayFunction g_fake_function = make_function(0, 0, "name=fake\n");
constinit CutawayFunction g_fake_getter = make_function(1, 1, "name=getter\n");
CutawaySite g_fake_site{0, 1, 1, 0, 0, "name=fake_site\n", nullptr, nullptr};
extern "C" CutawayModule g_fake_module{
    k_abi_version, 0,  &g_fake_function, &g_fake_function + 1, nullptr, nullptr,
    "fake\n",      {}, nullptr};

static Scenario* g_scenarios;
Scenario::Scenario(const char* its_name, int (*its_run)())
    : name(its_name), run(its_run), next(g_scenarios) {
  g_scenarios = this;
}

bool is_recording() { return g_fake_module.mode == k_mode_record; }

uint64_t load(void* context, const void* address, uint64_t size) {
  const void* shadow =
      reinterpret_cast<const void*>(reinterpret_cast<uint64_t>(address) + k_shadow_offset);
  if (memcmp(address, shadow, size) != 0)
    reinterpret_cast<AccessHook>(g_fake_module.calls[k_call_load_differs])(context, address, size);
  uint64_t value = 0;
  memcpy(&value, address, size < 8 ? size : 8);
  return value;
}

void store(void* context, void* address, uint64_t value, uint64_t size) {
  memcpy(address, &value, size);
  memcpy(reinterpret_cast<void*>(reinterpret_cast<uint64_t>(address) + k_shadow_offset), &value,
         size);
  if (static_cast<CutawayContext*>(context)->verify != 0) {
    reinterpret_cast<AccessHook>(g_fake_module.calls[k_call_verify_store])(context, address, size);
  }
}

void counted_access(CutawayContext* context) {
  if (--context->position == 0)
    reinterpret_cast<PositionHook>(g_fake_module.calls[k_call_position_reached])(context);
}

std::vector<Event> RecordedRun::of(uint32_t kind) const {
  std::vector<Event> found;
  for (const Event& event : events) {
    if (event.kind == kind) found.push_back(event);
  }
  return found;
}

uint64_t RecordedRun::patched_bytes() const {
  uint64_t bytes = 0;
  for_each_patched_byte([&](uint64_t, uint8_t) { bytes++; });
  return bytes;
}

void RecordedRun::for_each_patched_byte(const std::function<void(uint64_t, uint8_t)>& take) const {
  for (const Event& event : events) {
    const bool is_plain = event.kind == k_event_patch;
    if (!is_plain && event.kind != k_event_patch_runs) continue;
    const auto* bytes = reinterpret_cast<const uint8_t*>(event.words.data() + 1);
    uint64_t offset = 0;
    while (offset < event.ident) {
      const uint8_t head = is_plain ? 0 : *bytes++;
      const uint64_t end = offset + (is_plain ? event.ident : run_bytes(head));
      for (; offset < end; offset++) take(event.words[0] + offset, *bytes++);
      offset += run_skip(head);
    }
  }
}

static std::string temporary_file(const char* what) {
  std::string path = std::string("/tmp/cutaway-") + what + "-XXXXXX";
  close(mkstemp(path.data()));
  return path;
}

static std::vector<char> read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Events as the tool reads them.
static void parse_log(const std::string& path, RecordedRun* run) {
  auto log = RawLogReader::open(path);
  if (!log) return;
  for (;;) {
    const auto words = log->next();
    if (!words) return;
    if (words->empty()) break;
    const uint64_t head = (*words)[0];
    run->events.push_back(
        {event_kind(head), event_ident(head), {words->begin() + 1, words->end()}});
  }
  run->log_bytes = k_raw_header_bytes + log->stream_bytes();
  run->is_well_formed = true;
}

static void run_child(const std::string& scenario, const RunOptions& options,
                      const std::string& log, const std::string& errors) {
  if (options.file_size_limit != 0) {
    const rlimit limit{options.file_size_limit, options.file_size_limit};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  dup2(open(errors.c_str(), O_WRONLY | O_TRUNC), 2);
  setenv(CUTAWAY_ENV_LOG, log.c_str(), 1);
  setenv(CUTAWAY_ENV_OPTIONS, options.options.c_str(), 1);
  setenv("LD_PRELOAD", CUTAWAY_RECORD_LIBRARY, 1);
  execl("/proc/self/exe", "fake_program", "--scenario", scenario.c_str(), nullptr);
  _exit(126);
}

RecordedRun record(const std::string& scenario, const RunOptions& options) {
  const std::string log = options.log.empty() ? temporary_file("log") : options.log;
  const std::string errors = temporary_file("errors");
  RecordedRun run;
  const pid_t child = fork();
  if (child == 0) run_child(scenario, options, log, errors);
  waitpid(child, &run.status, 0);
  parse_log(log, &run);
  const std::vector<char> text = read_bytes(errors);
  run.errors.assign(text.begin(), text.end());
  unlink(log.c_str());
  unlink(errors.c_str());
  return run;
}

int main(int argc, char** argv) {
  if (argc == 3 && strcmp(argv[1], "--scenario") == 0) {
    for (const Scenario* scenario = g_scenarios; scenario != nullptr; scenario = scenario->next) {
      if (strcmp(scenario->name, argv[2]) == 0) return scenario->run();
    }
    return 125;
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
