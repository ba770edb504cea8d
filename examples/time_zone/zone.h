// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How far local time is ahead of UTC.
#pragma once
#include <cstdint>
#include <string>
#include <utility>

namespace joda {

class DateTimeZone {
 public:
  explicit DateTimeZone(std::string id) : id_(std::move(id)) {}
  virtual ~DateTimeZone() = default;

  const std::string& id() const { return id_; }

  // Negative west of Greenwich.
  virtual int64_t offset_ms(int64_t instant_ms) const = 0;

  // The zone of this machine: the environment's TZ as in POSIX ("PST8", "CET-1"), else UTC.
  static const DateTimeZone& system();

 private:
  std::string id_;
};

}  // namespace joda
