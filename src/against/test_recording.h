// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The data file of a replay test: a recording that can be run without the program that it was made
// with. It holds how it fails, and of the program's images the names and constants that changed
// code needs (recorded_image.h), in its chunk of symbols.
#pragma once
#include <optional>
#include <string>

#include "against/recorded_image.h"
#include "failure/failure.h"
#include "recording/recording_reader.h"
#include "replay/replay_session.h"

namespace cutaway {

struct TestRecording {
  Failure failure;
  uint64_t incalls = 0;
  uint64_t bytes = 0;  // of the file
  // Called, but defined in headers: a source of the test must name them (docs/replay-test.md).
  std::vector<std::string> inline_functions;
};

// Whether code of this file is in whatever source includes it.
bool is_header(const std::string& file);

// Needs the recorded program. Fails with NotReproduced if the recording does not fail.
Result<TestRecording> write_test_recording(const std::string& recording, const std::string& output,
                                           bool may_replace, const ReplayOptions& options);

// What list_own_differences() said when such a file was written.
std::optional<std::vector<std::string>> find_kept_differences(const RecordingReader& reader);

// The image of a module, if the recording is such a file.
std::optional<RecordedImage> find_kept_image(const RecordingReader& reader, ModuleId module);

// The plan by which the inside's sources are woven for a test of this recording, as JSON.
std::string plan_of_test(const RunInfo& info);

// What a test is told: "fails_as_recorded", "fails_otherwise", "passes" or "cannot_run" on the
// first line, a message after it. `report` is that of replay_against.
std::string describe_test(const Json& report);

}  // namespace cutaway
