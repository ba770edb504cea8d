// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "zone_builder.h"

#include <algorithm>

#include "calendar.h"
#include "period.h"

namespace joda {
namespace {

constexpr int64_t k_change_ms = 2 * 3'600'000;

int64_t sunday_from(int year, int month, int day) {
  const int64_t days = days_of({year, month, day});
  const int64_t weekday = ((days + 4) % 7 + 7) % 7;  // 0: Sunday
  return days + (7 - weekday) % 7;
}

}  // namespace

std::unique_ptr<PrecalculatedZone> PrecalculatedZone::create(const std::string& id,
                                                             std::vector<Transition> transitions) {
  // Some countries use one name for summer and winter: half a year apart, tell them apart.
  for (size_t i = 0; i + 1 < transitions.size(); ++i) {
    Transition& winter = transitions[i];
    Transition& summer = transitions[i + 1];
    // The defect: the period is measured in the zone of this machine instead of in UTC.
    const Period period(winter.at_ms, summer.at_ms, PeriodType::year_month_day());
    if (period.years() == 0 && period.months() > 4 && period.months() < 8 &&
        winter.name == summer.name && winter.standard_ms == summer.standard_ms &&
        winter.saving_ms < summer.saving_ms) {
      summer.name += "-Summer";
    }
  }
  return std::unique_ptr<PrecalculatedZone>(new PrecalculatedZone(id, std::move(transitions)));
}

PrecalculatedZone::PrecalculatedZone(const std::string& id, std::vector<Transition> transitions)
    : DateTimeZone(id), transitions_(std::move(transitions)) {}

const Transition* PrecalculatedZone::find(int64_t instant_ms) const {
  const Transition* found = nullptr;
  for (const Transition& transition : transitions_) {
    if (transition.at_ms <= instant_ms) found = &transition;
  }
  return found;
}

int64_t PrecalculatedZone::offset_ms(int64_t instant_ms) const {
  const Transition* transition = find(instant_ms);
  return transition == nullptr ? 0 : transition->standard_ms + transition->saving_ms;
}

std::string PrecalculatedZone::name(int64_t instant_ms) const {
  const Transition* transition = find(instant_ms);
  return transition == nullptr ? "UTC" : transition->name;
}

DateTimeZoneBuilder::DateTimeZoneBuilder() = default;

DateTimeZoneBuilder::RuleSet& DateTimeZoneBuilder::last_rule_set() {
  if (rule_sets_.empty()) rule_sets_.emplace_back();
  return rule_sets_.back();
}

DateTimeZoneBuilder& DateTimeZoneBuilder::add_cutover(int year, int month, int day) {
  RuleSet rules;
  if (year != k_first_year) rules.from_ms = days_of({year, month, day}) * k_day_ms;
  rule_sets_.push_back(rules);
  return *this;
}

DateTimeZoneBuilder& DateTimeZoneBuilder::set_standard_offset(int64_t offset_ms) {
  last_rule_set().standard_ms = offset_ms;
  return *this;
}

DateTimeZoneBuilder& DateTimeZoneBuilder::set_fixed_savings(const std::string& name,
                                                            int64_t saving_ms) {
  last_rule_set().name = name;
  last_rule_set().saving_ms = saving_ms;
  return *this;
}

DateTimeZoneBuilder& DateTimeZoneBuilder::add_recurring_savings(const std::string& name,
                                                                int64_t saving_ms, int from_year,
                                                                int to_year, int month, int day) {
  last_rule_set().recurrences.push_back({name, saving_ms, from_year, to_year, month, day});
  return *this;
}

void DateTimeZoneBuilder::add_transitions(const RuleSet& rules, int64_t until_ms,
                                          std::vector<Transition>& transitions) {
  std::vector<Transition> added;
  added.push_back({rules.from_ms, rules.name, rules.standard_ms, rules.saving_ms});
  for (const Recurrence& recurrence : rules.recurrences) {
    for (int year = recurrence.from_year; year <= std::min(recurrence.to_year, k_last_year);
         ++year) {
      const int64_t local_ms =
          sunday_from(year, recurrence.month, recurrence.day) * k_day_ms + k_change_ms;
      added.push_back(
          {local_ms - rules.standard_ms, recurrence.name, rules.standard_ms, recurrence.saving_ms});
    }
  }
  std::sort(added.begin() + 1, added.end(),
            [](const Transition& a, const Transition& b) { return a.at_ms < b.at_ms; });
  for (Transition& transition : added) {
    if (transition.at_ms < until_ms) transitions.push_back(std::move(transition));
  }
}

std::unique_ptr<PrecalculatedZone> DateTimeZoneBuilder::to_zone(const std::string& id) const {
  std::vector<Transition> transitions;
  for (size_t i = 0; i < rule_sets_.size(); ++i) {
    const bool is_last = i + 1 == rule_sets_.size();
    const int64_t until_ms =
        is_last ? std::numeric_limits<int64_t>::max() : rule_sets_[i + 1].from_ms;
    add_transitions(rule_sets_[i], until_ms, transitions);
  }
  return PrecalculatedZone::create(id, std::move(transitions));
}

}  // namespace joda
