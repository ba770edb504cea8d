// Fails until the defect is mended: abort in joda::ZonedDurationField::offset (duration_field.cc:21).
// Standalone test, written by `cutaway testgen` from debug.cut/7: 4 calls of 24,849.
//   g++ -g -std=c++17 -I.. date_time_zone_builder_abort_test.cc ../calendar.cc ../chronology.cc ../duration_field.cc ../period.cc ../zone.cc ../zone_builder.cc -lgtest_main -lgtest -pthread -o date_time_zone_builder_abort_test

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "zone.h"
#include "zone_builder.h"

TEST(DateTimeZoneBuilder, ToZoneDoesNotAbort) {
  setenv("TZ", "8", 1);
  joda::DateTimeZone::system();
  joda::DateTimeZoneBuilder date_time_zone_builder;
  date_time_zone_builder.add_recurring_savings("", 0, 0, 0, 0, 0);
  date_time_zone_builder.to_zone("");  // fails here
}
