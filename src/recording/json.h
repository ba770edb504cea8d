// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// JSON from untrusted files: typed reads that fall back instead of throwing.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <vector>

namespace cutaway {

using Json = nlohmann::ordered_json;

// Invalid UTF-8 is replaced: argument lists and paths are arbitrary bytes.
inline std::string to_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

inline std::string get_text(const Json& object, const char* key) {
  auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

template <typename T>
T get_number(const Json& object, const char* key, T fallback = {}) {
  auto found = object.find(key);
  // A float does not become an integer: the conversion of a huge one is undefined.
  bool is_usable = found != object.end() &&
                   (std::is_integral_v<T> ? found->is_number_integer() : found->is_number());
  return is_usable ? found->template get<T>() : fallback;
}

inline bool get_bool(const Json& object, const char* key) {
  auto found = object.find(key);
  return found != object.end() && found->is_boolean() && found->get<bool>();
}

inline std::vector<std::string> get_texts(const Json& object, const char* key) {
  std::vector<std::string> texts;
  auto found = object.find(key);
  if (found == object.end() || !found->is_array()) return texts;
  for (const Json& item : *found) {
    if (item.is_string()) texts.push_back(item.get<std::string>());
  }
  return texts;
}

}  // namespace cutaway
