// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the terms of some contracts, then makes time zones.
#include <iostream>

#include "calendar.h"
#include "period.h"
#include "zone_builder.h"

namespace {

constexpr int64_t k_hour_ms = 3'600'000;

// Instants that look random, the same ones in every run.
class Instants {
 public:
  int64_t next() {
    state_ = state_ * 1103515245 + 12345;
    return static_cast<int64_t>(state_ / 65536 % 20'000) * joda::k_day_ms + state_ % 1000;
  }

 private:
  uint32_t state_ = 1;
};

void print_contracts(int count) {
  Instants instants;
  const joda::Period notice(0, 3, 0);
  joda::Period total(0, 0, 0);
  int long_terms = 0;
  int whole_years = 0;
  for (int i = 0; i < count; ++i) {
    const int64_t start_ms = instants.next();
    const int64_t end_ms = start_ms + instants.next();
    const joda::Period term(start_ms, end_ms, joda::PeriodType::year_month_day());
    if (term.years() >= 10) ++long_terms;
    if (term.months() == 0) ++whole_years;
    total = total.plus(term);
  }
  std::cout << count << " contracts, " << long_terms << " of ten years or more, " << whole_years
            << " of whole years\n";
  std::cout << "mean: " << total.years() / count
            << " years; all with notice: " << total.plus(notice).to_string() << "\n";
}

std::unique_ptr<joda::PrecalculatedZone> make_berlin() {
  return joda::DateTimeZoneBuilder()
      .add_cutover(1893, 4, 1)
      .set_standard_offset(k_hour_ms)
      .set_fixed_savings("CET", 0)
      .add_recurring_savings("CEST", k_hour_ms, 1980, joda::k_last_year, 3, 25)
      .add_recurring_savings("CET", 0, 1980, 1995, 9, 24)
      .add_recurring_savings("CET", 0, 1996, joda::k_last_year, 10, 25)
      .to_zone("Europe/Berlin");
}

std::unique_ptr<joda::PrecalculatedZone> make_los_angeles() {
  return joda::DateTimeZoneBuilder()
      .add_cutover(joda::k_first_year, 1, 1)
      .set_standard_offset(-8 * k_hour_ms + 422'000)
      .set_fixed_savings("LMT", 0)
      .add_cutover(1883, 11, 18)
      .set_standard_offset(-8 * k_hour_ms)
      .set_fixed_savings("PST", 0)
      .add_recurring_savings("PDT", k_hour_ms, 1918, 1919, 3, 25)
      .add_recurring_savings("PST", 0, 1918, 1919, 10, 25)
      .add_recurring_savings("PWT", k_hour_ms, 1942, 1942, 2, 9)
      .add_recurring_savings("PST", 0, 1945, 1945, 9, 30)
      .add_recurring_savings("PDT", k_hour_ms, 1950, 1966, 4, 24)
      .add_recurring_savings("PST", 0, 1950, 1961, 9, 24)
      .add_recurring_savings("PST", 0, 1962, 2006, 10, 25)
      .add_recurring_savings("PDT", k_hour_ms, 1967, 1986, 4, 24)
      .add_recurring_savings("PDT", k_hour_ms, 1987, 2006, 4, 1)
      .add_recurring_savings("PDT", k_hour_ms, 2007, joda::k_last_year, 3, 8)
      .add_recurring_savings("PST", 0, 2007, joda::k_last_year, 11, 1)
      .to_zone("America/Los_Angeles");
}

void print_zone(const joda::PrecalculatedZone& zone) {
  const int64_t instant_ms = joda::days_of({2011, 7, 1}) * joda::k_day_ms;
  std::cout << zone.id() << " in July 2011: " << zone.name(instant_ms) << ", "
            << zone.offset_ms(instant_ms) / k_hour_ms << " h\n";
}

}  // namespace

int main() {
  std::cout << "zone of this machine: " << joda::DateTimeZone::system().id() << "\n";
  print_contracts(3'544);
  print_zone(*make_berlin());
  print_zone(*make_los_angeles());
  return 0;
}
