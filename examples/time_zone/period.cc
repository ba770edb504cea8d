// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "period.h"

namespace joda {

Period::Period(int64_t years, int64_t months, int64_t days) : values_{years, months, days} {}

Period::Period(int64_t start_ms, int64_t end_ms, const PeriodType& type) {
  const ISOChronology chronology(DateTimeZone::system());
  values_ = chronology.get(type, start_ms, end_ms);
}

int64_t Period::years() const { return values_.years; }
int64_t Period::months() const { return values_.months; }
int64_t Period::days() const { return values_.days; }

Period Period::plus(const Period& other) const {
  return Period(values_.years + other.values_.years, values_.months + other.values_.months,
                values_.days + other.values_.days);
}

std::string Period::to_string() const {
  std::string text = "P";
  if (values_.years != 0) text += std::to_string(values_.years) + "Y";
  if (values_.months != 0) text += std::to_string(values_.months) + "M";
  if (values_.days != 0 || text.size() == 1) text += std::to_string(values_.days) + "D";
  return text;
}

}  // namespace joda
