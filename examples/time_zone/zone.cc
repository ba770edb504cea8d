// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "zone.h"

#include <cstdlib>

namespace joda {
namespace {

class FixedZone : public DateTimeZone {
 public:
  FixedZone(std::string id, int64_t offset_ms)
      : DateTimeZone(std::move(id)), offset_ms_(offset_ms) {}

  int64_t offset_ms(int64_t) const override { return offset_ms_; }

 private:
  int64_t offset_ms_;
};

// POSIX counts the hours west of Greenwich; daylight saving time is left out.
FixedZone read_posix_zone(const char* text) {
  const std::string spec = text == nullptr ? "" : text;
  const size_t number = spec.find_first_of("+-0123456789");
  if (number == std::string::npos) return FixedZone("UTC", 0);
  char* end = nullptr;
  const int64_t hours = std::strtol(spec.c_str() + number, &end, 10);
  const int64_t minutes = *end == ':' ? std::strtol(end + 1, nullptr, 10) : 0;
  const int64_t west_minutes = hours * 60 + (spec[number] == '-' ? -minutes : minutes);
  return FixedZone(spec.substr(0, number), -west_minutes * 60'000);
}

}  // namespace

const DateTimeZone& DateTimeZone::system() {
  static const FixedZone zone = read_posix_zone(std::getenv("TZ"));
  return zone;
}

}  // namespace joda
