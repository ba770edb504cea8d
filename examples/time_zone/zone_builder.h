// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes time zones from the rules that a country had over the years.
#pragma once
#include <limits>
#include <memory>
#include <vector>

#include "zone.h"

namespace joda {

constexpr int k_first_year = std::numeric_limits<int>::min();  // no beginning
constexpr int k_last_year = 2037;                              // rules that go on end here

// From this instant on, local time has another name or another offset.
struct Transition {
  int64_t at_ms;
  std::string name;
  int64_t standard_ms;  // offset without savings
  int64_t saving_ms;
};

// A zone whose transitions are all known.
class PrecalculatedZone : public DateTimeZone {
 public:
  static std::unique_ptr<PrecalculatedZone> create(const std::string& id,
                                                   std::vector<Transition> transitions);

  int64_t offset_ms(int64_t instant_ms) const override;
  std::string name(int64_t instant_ms) const;

 private:
  PrecalculatedZone(const std::string& id, std::vector<Transition> transitions);
  const Transition* find(int64_t instant_ms) const;

  std::vector<Transition> transitions_;  // in order of time
};

class DateTimeZoneBuilder {
 public:
  DateTimeZoneBuilder();

  // The rules that follow hold from this day on. k_first_year: they always did.
  DateTimeZoneBuilder& add_cutover(int year, int month, int day);
  DateTimeZoneBuilder& set_standard_offset(int64_t offset_ms);
  DateTimeZoneBuilder& set_fixed_savings(const std::string& name, int64_t saving_ms);

  // Each year on the first Sunday that is not before `day`, at 2 o'clock standard time.
  DateTimeZoneBuilder& add_recurring_savings(const std::string& name, int64_t saving_ms,
                                             int from_year, int to_year, int month, int day);

  std::unique_ptr<PrecalculatedZone> to_zone(const std::string& id) const;

 private:
  struct Recurrence {
    std::string name;
    int64_t saving_ms;
    int from_year;
    int to_year;
    int month;
    int day;
  };

  struct RuleSet {
    int64_t from_ms = std::numeric_limits<int64_t>::min();
    int64_t standard_ms = 0;
    std::string name = "LMT";
    int64_t saving_ms = 0;
    std::vector<Recurrence> recurrences;
  };

  RuleSet& last_rule_set();
  static void add_transitions(const RuleSet& rules, int64_t until_ms,
                              std::vector<Transition>& transitions);

  std::vector<RuleSet> rule_sets_;
};

}  // namespace joda
