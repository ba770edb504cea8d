// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The proleptic Gregorian calendar without time zones: days since 1970-01-01 and back.
#pragma once
#include <cstdint>

namespace joda {

constexpr int64_t k_day_ms = 86'400'000;

struct Date {
  int64_t year;
  int month;  // 1 to 12
  int day;    // 1 to 31
};

int64_t days_of(const Date& date);
Date date_of(int64_t days);
int days_in_month(int64_t year, int month);

// The day that holds this local time, and the milliseconds since its midnight.
int64_t day_of(int64_t local_ms);
int64_t time_of_day(int64_t local_ms);

}  // namespace joda
