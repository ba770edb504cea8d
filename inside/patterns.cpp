// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "inside/patterns.h"
#include <cstdlib>
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/Path.h"

namespace cutaway {
namespace {

using llvm::StringRef;

bool looks_like_file(StringRef text) {
  if (text.contains("::")) return false;
  if (text.contains('/')) return true;
  static const char* const k_extensions[] = {".c", ".cc", ".cpp", ".cxx", ".c++", ".C",
                                             ".h", ".hh", ".hpp", ".hxx", ".inc", ".ipp"};
  for (const char* extension : k_extensions)
    if (text.ends_with(extension)) return true;
  return false;
}

// '*' stays within a path component (or anywhere in a name), '**' crosses '/'.
bool matches_glob(StringRef pattern, StringRef text, bool is_file) {
  if (pattern.empty()) return text.empty();
  if (pattern[0] != '*') {
    const bool same = !text.empty() && (pattern[0] == text[0] || pattern[0] == '?');
    return same && matches_glob(pattern.drop_front(), text.drop_front(), is_file);
  }
  const bool crosses = !is_file || pattern.starts_with("**");
  const StringRef rest = pattern.drop_while([](char c) { return c == '*'; });
  for (size_t taken = 0; taken <= text.size(); ++taken) {
    if (matches_glob(rest, text.substr(taken), is_file)) return true;
    if (taken < text.size() && text[taken] == '/' && !crosses) return false;
  }
  return false;
}

// A relative pattern matches a whole number of trailing path components.
bool matches_file(StringRef pattern, StringRef path) {
  pattern.consume_front("./");
  if (pattern.starts_with("/")) return matches_glob(pattern, path, true);
  for (StringRef tail = path; !tail.empty();) {
    if (matches_glob(pattern, tail, true)) return true;
    const size_t slash = tail.find('/');
    if (slash == StringRef::npos) break;
    tail = tail.substr(slash + 1);
  }
  return false;
}

// Prefixes of "ns::Class<int>::f" that end at a component: "ns", "ns::Class<int>", the whole name.
// "::" within template arguments or parentheses does not separate.
llvm::SmallVector<StringRef, 8> scopes_of(StringRef name) {
  llvm::SmallVector<StringRef, 8> scopes;
  int depth = 0;
  for (size_t i = 0; i + 1 < name.size(); ++i) {
    if (name[i] == '<' || name[i] == '(' || name[i] == '{') ++depth;
    if (name[i] == '>' || name[i] == ')' || name[i] == '}') --depth;
    if (depth == 0 && name[i] == ':' && name[i + 1] == ':') scopes.push_back(name.take_front(i++));
  }
  scopes.push_back(name);
  return scopes;
}

std::string without_template_arguments(StringRef name) {
  std::string result;
  int depth = 0;
  for (char c : name) {
    if (c == '<') ++depth;
    if (depth == 0) result += c;
    if (c == '>' && depth > 0) --depth;
  }
  return result;
}

// The length of "operator<<", "operator()" or "operator new" at the start of `text`; 0 if there is
// none.
size_t operator_length(StringRef text) {
  constexpr StringRef k_word = "operator";
  if (!text.starts_with(k_word)) return 0;
  StringRef rest = text.drop_front(k_word.size());
  if (rest.starts_with("()") || rest.starts_with("[]")) return k_word.size() + 2;
  const size_t symbols = rest.find_first_not_of("<>=!+-*/%^&|~,");
  if (symbols != 0) return k_word.size() + std::min(symbols, rest.size());
  if (rest.starts_with(" ")) return k_word.size() + std::min(rest.find('('), rest.size());
  return 0;
}

// Length of what the bracket at the start of `text` encloses, brackets included.
size_t bracketed_length(StringRef text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (const size_t length = operator_length(text.substr(i))) {
      i += length - 1;
      continue;
    }
    if (StringRef("<({[").contains(text[i])) ++depth;
    if (StringRef(">)}]").contains(text[i]) && --depth == 0) return i + 1;
  }
  return text.size();
}

// "void ns::f<int>(long) const::{lambda()#1}::operator()" becomes
// "ns::f<int>::{lambda()#1}::operator()": scopes that are functions lose result and parameters.
std::string without_signatures(StringRef name) {
  std::string result;
  for (size_t i = 0; i < name.size();) {
    const StringRef rest = name.substr(i);
    size_t length = operator_length(rest);
    const bool is_bracket = length == 0 && StringRef("<({[").contains(rest[0]);
    if (is_bracket) length = bracketed_length(rest);
    if (rest.starts_with("(") && !rest.starts_with("(anonymous namespace)")) {
      i += length;
      const size_t scope = name.substr(i).find("::");  // skips "const", "&&"
      i += std::min(scope, name.size() - i);
      continue;
    }
    if (rest[0] == ' ') {
      result.clear();  // what stood before was the result type
    } else {
      result += rest.take_front(std::max<size_t>(length, 1));
    }
    i += std::max<size_t>(length, 1);
  }
  return result;
}

// Takes "h8_" or "v0_n24_": how far a thunk moves the object.
bool consume_call_offset(StringRef& mangled) {
  int numbers = mangled.consume_front("h") ? 1 : mangled.consume_front("v") ? 2 : 0;
  if (numbers == 0) return false;
  for (; numbers > 0; --numbers) mangled = mangled.split('_').second;
  return true;
}

// A thunk goes with the function that it leads to.
std::string without_thunk(StringRef linkage_name) {
  StringRef rest = linkage_name;
  if (!rest.consume_front("_ZT")) return linkage_name.str();
  const bool is_covariant = rest.consume_front("c");
  if (!consume_call_offset(rest) || (is_covariant && !consume_call_offset(rest)))
    return linkage_name.str();
  return ("_Z" + rest).str();
}

bool matches_name(StringRef pattern, StringRef name) {
  const bool is_namespace = pattern.consume_back("::");
  const auto scopes = scopes_of(name);
  for (StringRef scope : llvm::ArrayRef<StringRef>(scopes).drop_back(is_namespace ? 1 : 0)) {
    if (matches_glob(pattern, scope, false)) return true;
    if (scope.contains('<') && matches_glob(pattern, without_template_arguments(scope), false))
      return true;
  }
  return false;
}

}  // namespace

InsidePatterns::InsidePatterns(StringRef lines) {
  llvm::SmallVector<StringRef, 8> parts;
  lines.split(parts, '\n', -1, false);
  for (StringRef part : parts) {
    Pattern pattern;
    part = part.trim();
    pattern.is_exclusion = part.consume_front("-");
    if (part.empty()) continue;
    pattern.is_file = looks_like_file(part);
    pattern.text = part.str();
    patterns_.push_back(pattern);
  }
}

Match InsidePatterns::match(StringRef qualified_name, StringRef path) const {
  Match result = Match::none;
  for (const Pattern& pattern : patterns_) {
    const bool hit = pattern.is_file ? matches_file(pattern.text, path)
                                     : matches_name(pattern.text, qualified_name);
    if (hit) result = pattern.is_exclusion ? Match::excluded : Match::included;
  }
  return result;
}

std::vector<std::string> pattern_scopes(StringRef qualified_name) {
  std::vector<std::string> scopes;
  for (StringRef scope : scopes_of(qualified_name))
    scopes.push_back(without_template_arguments(scope));
  return scopes;
}

std::string qualified_name_of(StringRef linkage_name) {
  llvm::ItaniumPartialDemangler demangler;
  const std::string mangled = without_thunk(linkage_name);
  if (demangler.partialDemangle(mangled.c_str()) || !demangler.isFunction()) return mangled;
  char* buffer = demangler.getFunctionName(nullptr, nullptr);
  if (!buffer) return mangled;
  std::string name = buffer;
  std::free(buffer);
  // "greet[abi:cxx11]": nobody writes the tag.
  for (size_t tag = name.find("[abi:"); tag != std::string::npos; tag = name.find("[abi:"))
    name.erase(tag, name.find(']', tag) - tag + 1);
  return without_signatures(name);
}

}  // namespace cutaway
