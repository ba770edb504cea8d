// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "duration_field.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <tuple>

#include "calendar.h"

namespace joda {

ZonedDurationField::ZonedDurationField(Unit unit, const DateTimeZone& zone)
    : unit_(unit), zone_(&zone) {}

int64_t ZonedDurationField::offset(int64_t instant_ms) const {
  const int64_t offset_ms = zone_->offset_ms(instant_ms);
  int64_t local_ms = 0;
  if (__builtin_add_overflow(instant_ms, offset_ms, &local_ms)) {
    std::fputs("joda: adding the offset of the time zone overflows\n", stderr);
    std::abort();
  }
  return offset_ms;
}

int64_t ZonedDurationField::difference(int64_t end_ms, int64_t start_ms) const {
  const int64_t local_end = end_ms + offset(end_ms);
  const int64_t local_start = start_ms + offset(start_ms);
  if (unit_ == Unit::day) return days_between(local_end, local_start);
  const int64_t months = months_between(local_end, local_start);
  return unit_ == Unit::month ? months : months / 12;
}

int64_t ZonedDurationField::months_between(int64_t local_end, int64_t local_start) const {
  if (local_end < local_start) return -months_between(local_start, local_end);
  const Date end = date_of(day_of(local_end));
  const Date start = date_of(day_of(local_start));
  const int64_t months = (end.year - start.year) * 12 + end.month - start.month;
  const bool is_begun =
      std::tuple(end.day, time_of_day(local_end)) < std::tuple(start.day, time_of_day(local_start));
  return is_begun ? months - 1 : months;
}

int64_t ZonedDurationField::days_between(int64_t local_end, int64_t local_start) const {
  if (local_end < local_start) return -days_between(local_start, local_end);
  const bool is_begun = time_of_day(local_end) < time_of_day(local_start);
  return day_of(local_end) - day_of(local_start) - (is_begun ? 1 : 0);
}

int64_t ZonedDurationField::add(int64_t instant_ms, int64_t count) const {
  const int64_t offset_ms = offset(instant_ms);
  const int64_t local_ms = instant_ms + offset_ms;
  if (unit_ == Unit::day) return instant_ms + count * k_day_ms;
  const Date date = date_of(day_of(local_ms));
  const int64_t months = date.year * 12 + date.month - 1 + count * (unit_ == Unit::year ? 12 : 1);
  const int64_t year = months / 12 - (months % 12 < 0 ? 1 : 0);
  const int month = static_cast<int>(months - year * 12) + 1;
  const int day = std::min(date.day, days_in_month(year, month));
  return days_of({year, month, day}) * k_day_ms + time_of_day(local_ms) - offset_ms;
}

}  // namespace joda
