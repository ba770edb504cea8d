// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "testgen/format.h"

#include <filesystem>

#include "base/file.h"
#include "base/process.h"
#include "weave/program.h"

namespace cutaway {
namespace {

namespace fs = std::filesystem;

constexpr int k_format_ms = 60'000;

std::string find_style(const std::string& folder) {
  std::error_code error;
  fs::path at = fs::absolute(folder).lexically_normal();
  for (;; at = at.parent_path()) {
    for (const char* name : {".clang-format", "_clang-format"})
      if (fs::is_regular_file(at / name, error)) return (at / name).string();
    if (at == at.parent_path()) return {};
  }
}

// The command in the comment at the start must stay as it is.
std::string keep_header(const std::string& text) {
  size_t end = text.find("\n\n");
  if (!text.starts_with("//") || end == std::string::npos) return text;
  return "// clang-format off\n" + text.substr(0, end) + "\n// clang-format on" + text.substr(end);
}

}  // namespace

Result<std::string> format_as_project(const std::string& text, const std::string& folder) {
  std::string style = find_style(folder);
  if (style.empty()) return text;
  for (const char* name : {"clang-format", "clang-format-19"}) {
    auto tool = find_program(name);
    if (!tool) continue;
    CUTAWAY_ASSIGN(TempDir temporary, TempDir::create());
    std::string path = temporary.path() + "/test.cc";
    std::string kept = keep_header(text);
    CUTAWAY_TRY(write_file(path, kept));
    CUTAWAY_ASSIGN(ProcessOutput done,
                   run_and_capture({*tool, "-i", "--style=file:" + style, path}, {}, k_format_ms));
    if (done.end.exit_status != 0 || done.end.signal != 0)
      return user_fault(style, "clang-format fails: " + done.text.substr(0, 400));
    CUTAWAY_ASSIGN(std::string formatted, read_file(path));
    return formatted == kept ? text : formatted;
  }
  return text;
}

}  // namespace cutaway
