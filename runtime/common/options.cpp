// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/common/options.h"

#include "runtime/common/text.h"

namespace cutaway::rt {
namespace {

uint64_t parse_number(const char* text, const char* end) {
  uint64_t value = 0;
  for (; text != end && *text >= '0' && *text <= '9'; text++) value = value * 10 + (*text - '0');
  return value;
}

void set_option(const char* key, uint64_t key_size, uint64_t value, Options* options) {
  const auto is = [&](const char* name) {
    return text_length(name) == key_size && has_prefix(key, name);
  };
  if (is("verify")) options->verify = value != 0;
  if (is("sandbox")) options->sandbox = value != 0;
  if (is("fixed_layout")) options->fixed_layout = value != 0;
  if (is("valgrind")) options->valgrind = value != 0;
  if (is("report_fd")) options->report_fd = static_cast<int>(value);
  if (is("live")) options->live = value != 0;
  if (is("numbers")) options->numbers = value != 0;
  if (is("request_fd")) options->request_fd = static_cast<int>(value);
  if (is("write_fd")) options->write_fd = static_cast<int>(value);
  if (is("releases_fd")) options->releases_fd = static_cast<int>(value);
  if (is("has_releases")) options->has_releases = value != 0;
  if (is("max_size")) options->max_size = value;
  if (is("max_events")) options->max_events = value;
  if (is("until")) options->until = value;
  if (is("stop_at")) options->stop_at = value;
}

// Makes "CUTAWAY_X=value" into "LD_X=value" in place: `prefix` is how much longer the first name
// is.
char* restore_name(char* variable, uint64_t prefix) {
  variable += prefix;
  variable[0] = 'L';
  variable[1] = 'D';
  return variable;
}

}  // namespace

void parse_options(const char* text, Options* options) {
  while (*text != 0) {
    const char* end = text;
    const char* equals = nullptr;
    for (; *end != 0 && *end != ','; end++) {
      if (*end == '=' && equals == nullptr) equals = end;
    }
    if (equals != nullptr) {
      set_option(text, equals - text, parse_number(equals + 1, end), options);
    }
    text = *end == ',' ? end + 1 : end;
  }
}

const char* find_variable(char** environment, const char* name) {
  const uint64_t length = text_length(name);
  for (char** variable = environment; *variable != nullptr; variable++) {
    if (has_prefix(*variable, name) && (*variable)[length] == '=') return *variable + length + 1;
  }
  return nullptr;
}

Options read_options(char** environment) {
  Options options{};
  options.report_fd = -1;
  options.request_fd = -1;
  options.write_fd = -1;
  options.releases_fd = -1;
  options.log = find_variable(environment, CUTAWAY_ENV_LOG);
  options.program = find_variable(environment, CUTAWAY_ENV_PROGRAM);
  options.preload = find_variable(environment, CUTAWAY_ENV_PRELOAD);
  options.watch = const_cast<char*>(find_variable(environment, CUTAWAY_ENV_WATCH));
  options.zoom_log = find_variable(environment, CUTAWAY_ENV_ZOOM_LOG);
  options.zoom_functions = find_variable(environment, CUTAWAY_ENV_ZOOM_FUNCTIONS);
  if (const char* text = find_variable(environment, CUTAWAY_ENV_OPTIONS)) {
    parse_options(text, &options);
  }
  return options;
}

void restore_environment(char** environment) {
  constexpr uint64_t k_prefix = sizeof("CUTAWAY") - sizeof("LD");
  const bool has_path = find_variable(environment, CUTAWAY_ENV_LIBRARY_PATH) != nullptr;
  char** kept = environment;
  for (char** variable = environment; *variable != nullptr; variable++) {
    char* text = *variable;
    const bool is_path = has_prefix(text, CUTAWAY_ENV_LIBRARY_PATH "=");
    if (has_prefix(text, CUTAWAY_ENV_PRELOAD "=") ||
        (is_path && text[sizeof(CUTAWAY_ENV_LIBRARY_PATH)] != 0)) {
      *kept++ = restore_name(text, k_prefix);
      continue;
    }
    const bool is_ours =
        is_path || has_prefix(text, CUTAWAY_ENV_LOG "=") ||
        has_prefix(text, CUTAWAY_ENV_OPTIONS "=") || has_prefix(text, CUTAWAY_ENV_PROGRAM "=") ||
        has_prefix(text, "LD_PRELOAD=") || (has_path && has_prefix(text, "LD_LIBRARY_PATH="));
    if (!is_ours) *kept++ = text;
  }
  *kept = nullptr;
}

}  // namespace cutaway::rt
