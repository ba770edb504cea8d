// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ISO calendar in a time zone.
#pragma once
#include <cstdint>

#include "duration_field.h"

namespace joda {

// Which fields a period has; the others stay 0.
struct PeriodType {
  bool has_years;
  bool has_months;
  bool has_days;

  static PeriodType year_month_day() { return {true, true, true}; }
  static PeriodType months() { return {false, true, false}; }
  static PeriodType days() { return {false, false, true}; }
};

struct PeriodValues {
  int64_t years = 0;
  int64_t months = 0;
  int64_t days = 0;
};

class ISOChronology {
 public:
  explicit ISOChronology(const DateTimeZone& zone);

  // Splits the time from `start_ms` to `end_ms` into fields, the largest first.
  PeriodValues get(const PeriodType& type, int64_t start_ms, int64_t end_ms) const;

 private:
  ZonedDurationField years_;
  ZonedDurationField months_;
  ZonedDurationField days_;
};

}  // namespace joda
