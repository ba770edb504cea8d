// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Distinct types for the numbers of a recording, so that none is mistaken for another.
#pragma once
#include <cstdint>
#include <type_traits>

namespace cutaway {

enum class ModuleId : uint32_t {};
enum class FunctionId : uint32_t {};
enum class SiteId : uint32_t {};
enum class ThreadId : uint32_t {};
enum class EventIndex : uint64_t {};   // 0 is the first event of the stream
enum class IncallIndex : uint64_t {};  // 1 is the first incall of the stream; 0: before any

template <typename Id>
constexpr auto to_number(Id id) {
  return static_cast<std::underlying_type_t<Id>>(id);
}

}  // namespace cutaway
