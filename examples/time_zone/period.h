// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A length of time as people say it: years, months and days.
#pragma once
#include <string>

#include "chronology.h"

namespace joda {

class Period {
 public:
  Period(int64_t years, int64_t months, int64_t days);

  // The time between two instants, in the zone of this machine.
  Period(int64_t start_ms, int64_t end_ms, const PeriodType& type);

  int64_t years() const;
  int64_t months() const;
  int64_t days() const;

  Period plus(const Period& other) const;

  // As in ISO 8601: "P1Y2M3D".
  std::string to_string() const;

 private:
  PeriodValues values_;
};

}  // namespace joda
