// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calendar.h"

namespace joda {
namespace {

constexpr int64_t k_days_in_era = 146'097;   // 400 years
constexpr int64_t k_days_to_1970 = 719'468;  // from 0000-03-01

int64_t floor_div(int64_t value, int64_t by) { return value / by - (value % by < 0 ? 1 : 0); }

bool is_leap(int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

}  // namespace

// Years begin in March here, so that the leap day is the last one.
int64_t days_of(const Date& date) {
  const int64_t year = date.month > 2 ? date.year : date.year - 1;
  const int64_t era = floor_div(year, 400);
  const int64_t year_of_era = year - era * 400;
  const int64_t day_of_year = (153 * ((date.month + 9) % 12) + 2) / 5 + date.day - 1;
  const int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * k_days_in_era + day_of_era - k_days_to_1970;
}

Date date_of(int64_t days) {
  const int64_t shifted = days + k_days_to_1970;
  const int64_t era = floor_div(shifted, k_days_in_era);
  const int64_t day = shifted - era * k_days_in_era;
  const int64_t year = (day - day / 1460 + day / 36'524 - day / 146'096) / 365;
  const int64_t day_of_year = day - (365 * year + year / 4 - year / 100);
  const int march_month = static_cast<int>((5 * day_of_year + 2) / 153);
  const int month = march_month < 10 ? march_month + 3 : march_month - 9;
  const int day_of_month = static_cast<int>(day_of_year - (153 * march_month + 2) / 5) + 1;
  return {era * 400 + year + (month <= 2 ? 1 : 0), month, day_of_month};
}

int days_in_month(int64_t year, int month) {
  if (month == 2) return is_leap(year) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

int64_t day_of(int64_t local_ms) { return floor_div(local_ms, k_day_ms); }

int64_t time_of_day(int64_t local_ms) {
  const int64_t rest = local_ms % k_day_ms;
  return rest < 0 ? rest + k_day_ms : rest;
}

}  // namespace joda
