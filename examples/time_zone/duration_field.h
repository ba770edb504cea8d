// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts years, months or days between two instants, in the local time of a zone.
#pragma once
#include <cstdint>

#include "zone.h"

namespace joda {

enum class Unit { year, month, day };

class ZonedDurationField {
 public:
  ZonedDurationField(Unit unit, const DateTimeZone& zone);

  // Whole units from `start_ms` to `end_ms`.
  int64_t difference(int64_t end_ms, int64_t start_ms) const;

  // Days that the month has not become its last one.
  int64_t add(int64_t instant_ms, int64_t count) const;

 private:
  // Aborts if there is no such local time.
  int64_t offset(int64_t instant_ms) const;
  int64_t months_between(int64_t local_end, int64_t local_start) const;
  int64_t days_between(int64_t local_end, int64_t local_start) const;

  Unit unit_;
  const DateTimeZone* zone_;
};

}  // namespace joda
