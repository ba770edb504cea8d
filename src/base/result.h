// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A value or an error. Libraries return these; only cli/main.cpp prints errors.
#pragma once
#include <string>
#include <utility>
#include <variant>

#include "base/check.h"

namespace cutaway {

// The number is the exit code of the tool.
enum class ErrorCode {
  UserFault = 1,
  Usage = 2,
  Diverged = 3,
  NotFailed = 4,      // the program that was to be debugged did not fail
  NotReproduced = 5,  // it did, but its recording does not
  Internal = 70,
};

struct Error {
  ErrorCode code = ErrorCode::UserFault;
  std::string object;   // file, program or option that is at fault; may be empty
  std::string message;  // what is wrong, lower case, no final dot
  std::string hint;     // what to type or do; may be empty
};

// "<object>: <message>", without the hint.
std::string to_text(const Error& error);

inline Error user_fault(std::string object, std::string message, std::string hint = {}) {
  return {ErrorCode::UserFault, std::move(object), std::move(message), std::move(hint)};
}

inline Error internal_error(std::string object, std::string message) {
  return {ErrorCode::Internal, std::move(object), std::move(message),
          "this is a bug in cutaway: please report it"};
}

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }
  T& value() & {
    CUTAWAY_CHECK_TRUE(state_.index() == 0);
    return *std::get_if<0>(&state_);
  }
  const T& value() const& {
    CUTAWAY_CHECK_TRUE(state_.index() == 0);
    return *std::get_if<0>(&state_);
  }
  T&& value() && { return std::move(value()); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(value()); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  const Error& error() const {
    CUTAWAY_CHECK_TRUE(state_.index() == 1);
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<T, Error> state_;
};

struct Ok {};
using Status = Result<Ok>;

}  // namespace cutaway

#define CUTAWAY_JOIN_(a, b) a##b
#define CUTAWAY_JOIN(a, b) CUTAWAY_JOIN_(a, b)

// Leaves the function with the error of `expression`, if it has one.
#define CUTAWAY_TRY(expression)                 \
  do {                                          \
    auto&& try_result = (expression);           \
    if (!try_result) return try_result.error(); \
  } while (false)

// CUTAWAY_ASSIGN(auto x, f()): x gets the value, or the function is left with the error.
#define CUTAWAY_ASSIGN(declaration, expression) \
  CUTAWAY_ASSIGN_(CUTAWAY_JOIN(assigned_, __LINE__), declaration, expression)
#define CUTAWAY_ASSIGN_(name, declaration, expression) \
  auto name = (expression);                            \
  if (!name) return name.error();                      \
  declaration = std::move(*name)
