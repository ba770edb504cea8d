// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "shrink/test_server.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

#include "replay/replay_report.h"
#include "shrink/outcomes.h"

namespace cutaway {
namespace {

std::vector<uint64_t> to_bits(const Elements* kept, uint64_t count) {
  if (kept == nullptr) return {};
  std::vector<uint64_t> words(count / 64 + 1);
  for (uint32_t element : *kept) words[element / 64] |= uint64_t{1} << element % 64;
  return words;
}

// For the log.
Json describe_request(const TestRequest& request) {
  Json json = {{"calls", request.incalls != nullptr ? Json(*request.incalls) : Json("all")}};
  if (request.patches != nullptr) json["patches"] = request.patches->size();
  constexpr std::pair<uint32_t, const char*> k_names[] = {{k_test_traced, "traced"},
                                                          {k_test_learn, "learns"},
                                                          {k_test_write, "writes"},
                                                          {k_test_replace_0, "answers 0"},
                                                          {k_test_replace_1, "answers all ones"}};
  for (auto [flag, name] : k_names)
    if ((request.flags & flag) != 0) json["how"].push_back(name);
  return json;
}

template <typename T>
void append(std::string* text, const T* values, size_t count) {
  text->append(reinterpret_cast<const char*>(values), count * sizeof(T));
}

// A server that has died must not take the tool with it, which has other levels to shrink.
class PipeSignalIgnored {
 public:
  PipeSignalIgnored() {
    struct sigaction ignored{};
    ignored.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &ignored, &before_);
  }
  ~PipeSignalIgnored() { ::sigaction(SIGPIPE, &before_, nullptr); }
  PipeSignalIgnored(const PipeSignalIgnored&) = delete;
  PipeSignalIgnored& operator=(const PipeSignalIgnored&) = delete;

 private:
  struct sigaction before_{};
};

}  // namespace

Result<TestServer> TestServer::start(PreparedReplay replay, uint64_t incall_count,
                                     uint64_t patch_count, bool is_sandboxed, bool has_releases) {
  int ends[2];
  if (::pipe(ends) != 0) return system_error("debug", "create a pipe", errno);
  UniqueFd reads(ends[0]), writes(ends[1]);
  ::fcntl(writes.get(), F_SETFD, FD_CLOEXEC);
  CUTAWAY_ASSIGN(UniqueFd output, make_unlinked_file());
  for (auto& [name, value] : replay.environment) {
    if (name == CUTAWAY_ENV_OPTIONS)
      value = fmt::format(
          "report_fd={},request_fd={},write_fd={},releases_fd={},has_releases={},sandbox={}",
          replay.report_writes.get(), reads.get(), output.get(), replay.releases.get(),
          has_releases ? 1 : 0, is_sandboxed ? 1 : 0);
  }
  CUTAWAY_ASSIGN(pid_t process, start_process(replay.program, {replay.program},
                                              {replay.environment, ADDR_COMPAT_LAYOUT}));
  replay.report_writes.reset();
  TestServer server(std::move(replay), process, std::move(writes), std::move(output));
  server.incall_count_ = incall_count;
  server.patch_count_ = patch_count;
  return server;
}

TestServer::TestServer(TestServer&& other) noexcept
    : replay_(std::move(other.replay_)),
      process_(std::exchange(other.process_, 0)),
      requests_(std::move(other.requests_)),
      output_(std::move(other.output_)),
      log_(std::move(other.log_)),
      running_(std::move(other.running_)),
      incall_count_(other.incall_count_),
      patch_count_(other.patch_count_),
      test_count_(other.test_count_) {}

TestServer::~TestServer() {
  if (process_ == 0) return;
  requests_.reset();
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
}

Result<uint64_t> TestServer::submit(const TestRequest& request) {
  std::vector<uint64_t> incalls = to_bits(request.incalls, incall_count_);
  std::vector<uint64_t> patches = to_bits(request.patches, patch_count_);
  const Edits edits = request.edits != nullptr ? *request.edits : Edits();
  CutawayTestRequest header{.test = ++test_count_,
                            .flags = request.flags,
                            .timeout_ms = request.timeout_ms,
                            .hang_ms = request.hang_ms,
                            .most_differences = request.most_differences,
                            .incall_words = incalls.size(),
                            .patch_words = patches.size(),
                            .incall_edits = edits.incalls.size(),
                            .patch_edits = edits.patches.size()};
  std::string message;
  append(&message, &header, 1);
  append(&message, incalls.data(), incalls.size());
  append(&message, patches.data(), patches.size());
  append(&message, edits.incalls.data(), edits.incalls.size());
  append(&message, edits.patches.data(), edits.patches.size());
  CUTAWAY_TRY(send(message));
  if (log_.get() >= 0) running_[test_count_] = describe_request(request);
  return test_count_;
}

Status TestServer::send(const std::string& message) {
  constexpr int k_last_words_ms = 1000;
  PipeSignalIgnored guard;
  if (write_all(requests_.get(), message, "server of tests")) return Ok{};
  return server_ended(read_until_closed(replay_.report_reads.get(), k_last_words_ms));
}

Error TestServer::server_ended(const std::string& said) const {
  Json report = Json::parse(said, nullptr, false);
  if (!report.is_object())
    return internal_error(replay_.recording, "the server of tests ended without a word");
  std::string reason = get_text(report, "reason"), detail = get_text(report, "detail");
  return user_fault(replay_.recording,
                    "cannot be run in parts: " + reason + (detail.empty() ? "" : ": " + detail));
}

Status TestServer::read_report(char* to, size_t size) {
  size_t got = 0;
  while (got < size) {
    ssize_t count = ::read(replay_.report_reads.get(), to + got, size - got);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return server_ended(std::string(to, got));
    got += static_cast<size_t>(count);
  }
  return Ok{};
}

Result<TestOutcome> TestServer::next() {
  TestOutcome outcome{};
  CutawayTestOutcome& fixed = outcome;
  CUTAWAY_TRY(read_report(reinterpret_cast<char*>(&fixed), sizeof fixed));
  for (size_t i = 0; i < std::size(outcome.output); ++i) {
    outcome.output[i].resize(std::min<uint64_t>(fixed.output_bytes[i], k_most_output));
    CUTAWAY_TRY(read_report(outcome.output[i].data(), outcome.output[i].size()));
  }
  if (log_.get() >= 0) CUTAWAY_TRY(log(outcome));
  return outcome;
}

Status TestServer::log_to(const std::string& path) {
  CUTAWAY_ASSIGN(log_, open_file(path, O_WRONLY | O_CREAT | O_APPEND));
  return Ok{};
}

Status TestServer::log(const TestOutcome& outcome) {
  Json line = {{"test", outcome.test}};
  line.update(running_[outcome.test]);
  running_.erase(outcome.test);
  line["outcome"] = describe_verdict(outcome);
  line["milliseconds"] = static_cast<double>(outcome.used_us) / 1000;
  return write_all(log_.get(), to_line(line) + "\n", "log of tests");
}

Result<TestOutcome> TestServer::run(const TestRequest& request) {
  CUTAWAY_TRY(submit(request));
  return next();
}

Result<Dependences> TestServer::dependences() const {
  CUTAWAY_ASSIGN(uint64_t size, file_size(output_.get(), "dependences"));
  std::vector<Dependence> all(size / sizeof(Dependence));
  CUTAWAY_TRY(read_at(output_.get(), std::as_writable_bytes(std::span(all)), 0, "dependences"));
  Dependences found;
  for (auto [reader, writer] : all) {
    bool is_release = (writer & k_gives_back) != 0;
    (is_release ? found.releases : found.reads).push_back({reader, writer & ~k_gives_back});
  }
  return found;
}

Result<std::string> TestServer::differences() const {
  CUTAWAY_ASSIGN(uint64_t size, file_size(output_.get(), "differences"));
  std::string text(size, '\0');
  CUTAWAY_TRY(read_at(output_.get(), std::as_writable_bytes(std::span(text)), 0, "differences"));
  return text;
}

Result<WrittenPart> TestServer::write(TestRequest request) {
  int releases = replay_.releases.get();
  if (::ftruncate(output_.get(), 0) != 0 || ::lseek(output_.get(), 0, SEEK_SET) != 0 ||
      ::ftruncate(releases, 0) != 0)
    return system_error("debug", "empty a file", errno);
  request.flags = k_test_write;
  request.timeout_ms = 0;
  CUTAWAY_ASSIGN(TestOutcome outcome, run(request));
  if (outcome.verdict != k_verdict_written)
    return internal_error(replay_.recording, "the reduced recording could not be written");
  WrittenPart part{fmt::format("/proc/self/fd/{}", output_.get()), {}};
  CUTAWAY_ASSIGN(uint64_t size, file_size(releases, "list of released blocks"));
  part.releases.resize(size / sizeof(CutawayRelease));
  CUTAWAY_TRY(read_at(releases, std::as_writable_bytes(std::span(part.releases)), 0,
                      "list of released blocks"));
  return part;
}

}  // namespace cutaway
