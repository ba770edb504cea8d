// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "chronology.h"

namespace joda {

ISOChronology::ISOChronology(const DateTimeZone& zone)
    : years_(Unit::year, zone), months_(Unit::month, zone), days_(Unit::day, zone) {}

PeriodValues ISOChronology::get(const PeriodType& type, int64_t start_ms, int64_t end_ms) const {
  PeriodValues values;
  if (type.has_years) {
    values.years = years_.difference(end_ms, start_ms);
    start_ms = years_.add(start_ms, values.years);
  }
  if (type.has_months) {
    values.months = months_.difference(end_ms, start_ms);
    start_ms = months_.add(start_ms, values.months);
  }
  if (type.has_days) values.days = days_.difference(end_ms, start_ms);
  return values;
}

}  // namespace joda
