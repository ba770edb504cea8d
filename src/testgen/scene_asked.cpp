// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A regression test expects that the inside calls each stub as often as it did, with the same
// numbers:
//
//   static std::size_t notify_calls = 0, notify_surprises = 0;
//   void notify(int a1) {
//     static const int expected1[] = {4, 5};
//     notify_surprises += notify_calls >= 2 || a1 != expected1[notify_calls];
//     ++notify_calls;
//   }
//
// Pointers and texts are the inside's own, and not in the recording.
#include <fmt/format.h>
#include <llvm/BinaryFormat/Dwarf.h>

#include <algorithm>

#include "base/text.h"
#include "testgen/scene_writer.h"

namespace cutaway {
namespace {

bool is_number(const llvm::DIType* type) {
  const llvm::DIType* plain = underlying(type);
  return plain != nullptr && size_of(plain) <= sizeof(uint64_t) &&
         (llvm::isa<llvm::DIBasicType>(plain) ||
          plain->getTag() == llvm::dwarf::DW_TAG_enumeration_type);
}

}  // namespace

Result<SceneWriter::Asked> SceneWriter::expect_asked(
    const llvm::DISubprogram* function, const std::vector<const ScriptOutcall*>& outcalls) {
  Asked asked;
  auto parameters = parameters_of(function);
  asked.names.resize(parameters.size());
  if (!options_.is_regression || outcalls.empty()) return asked;
  bool has_sret =
      !outcalls[0]->site.arguments.empty() && outcalls[0]->site.arguments[0].name == "sret";
  size_t word = (has_sret ? 1 : 0) + (has_this(function) ? 1 : 0);
  std::string calls = new_name(function->getName().str() + "_calls");
  std::string surprises = new_name(function->getName().str() + "_surprises");
  std::string differs = fmt::format("{} >= {}", calls, outcalls.size());
  for (size_t i = 0; i < parameters.size(); ++i, ++word) {
    if (class_of(parameters[i]) != nullptr) break;  // which words come after it is not known
    if (!is_number(parameters[i])) continue;
    std::vector<std::string> values;
    for (const ScriptOutcall* outcall : outcalls) {
      if (word >= outcall->arguments.size()) break;
      CUTAWAY_ASSIGN(std::string text,
                     value(parameters[i], keep_words({outcall->arguments[word]})));
      values.push_back(std::move(text));
    }
    if (values.size() != outcalls.size()) break;
    CUTAWAY_ASSIGN(std::string spelled, spelling_.type(unqualified(parameters[i])));
    asked.names[i] = fmt::format("a{}", i + 1);
    asked.body += fmt::format("static const {} expected{}[] = {{{}}};\n  ", spelled, i + 1,
                              join(values, ", "));
    differs += fmt::format(" || {} != expected{}[{}]", asked.names[i], i + 1, calls);
  }
  asked.body += fmt::format("{} += {};\n  ++{};", surprises, differs, calls);
  spelling_.need_system("cstddef");
  scene_.stubs.push_back(fmt::format("static std::size_t {} = 0, {} = 0;", calls, surprises));
  asked_.push_back({scene_.stubs.back(), calls, surprises, outcalls.size()});
  return asked;
}

// Of the stubs that are in the test.
void SceneWriter::expect_calls() {
  for (const AskedCounts& counts : asked_) {
    if (std::ranges::find(scene_.stubs, counts.declaration) == scene_.stubs.end()) continue;
    for (const auto& [name, expected] :
         {std::pair(counts.calls, counts.count), std::pair(counts.surprises, uint64_t{0})}) {
      Statement statement;
      statement.call = name;
      statement.expectation = Expectation::Value;
      statement.expected = fmt::format("{}u", expected);
      statement.number = script_.calls.size();
      scene_.statements.push_back(std::move(statement));
    }
  }
}

}  // namespace cutaway
