// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "testgen/test_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

#include "base/text.h"
#include "recording/run_info.h"
#include "testgen/headers.h"
#include "testgen/literals.h"

namespace cutaway {
namespace {

namespace fs = std::filesystem;

constexpr const char* k_no_leaks =
    "// Calls that give memory back may be left out.\n"
    "extern \"C\" const char* __asan_default_options() { return \"detect_leaks=0\"; }\n\n";

struct FailureWords {
  const char* file;     // part of the file's name
  const char* mended;   // of the test that reproduces: "VendDoesNotThrow"
  const char* present;  // of the test that confirms: "VendThrows"
};

FailureWords words_of(FailureKind kind) {
  switch (kind) {
    case FailureKind::Exception:
      return {"exception", "DoesNotThrow", "Throws"};
    case FailureKind::Abort:
    case FailureKind::Declared:
      return {"abort", "DoesNotAbort", "Aborts"};
    case FailureKind::Assertion:
      return {"assertion", "KeepsItsAssertion", "BreaksItsAssertion"};
    case FailureKind::Hang:
      return {"hang", "Ends", "Hangs"};
    case FailureKind::Exit:
      return {"exit", "DoesNotExit", "Exits"};
    case FailureKind::Sanitizer:
      return {"report", "HasNoReport", "IsReported"};
    case FailureKind::Overflow:
      return {"overflow", "DoesNotOverflow", "Overflows"};
    default:
      return {"crash", "DoesNotCrash", "Crashes"};
  }
}

bool is_death(FailureKind kind) {
  return kind != FailureKind::Exception && kind != FailureKind::Exit;
}

class TestWriter {
 public:
  TestWriter(const TestScene& scene, const Failure& failure, const TestCompilation& compilation,
             const TestPlace& place, TestFramework framework, TestMode mode)
      : scene_(scene),
        failure_(failure),
        compilation_(compilation),
        place_(place),
        framework_(framework),
        mode_(mode) {
    subject_ = camel_case(scene.subject.substr(0, scene.subject.find('<')));
    const Frame* frame = place_of(failure);
    if (subject_.empty() && frame != nullptr)
      subject_ = camel_case(fs::path(frame->file).stem().string());
    if (subject_.empty()) subject_ = "Recorded";
    std::string word = mode == TestMode::Regression ? "regression" : word_of(failure.kind);
    std::string number = place.number == 0 ? "" : fmt::format("_{}", place.number);
    name_ = fmt::format("{}_{}{}_test", snake_case(subject_), word, number);
    if (!place.name.empty()) name_ = place.name + "_test";
  }

  // Makes it a replay test.
  void set_kind(const ReplayKind* kind) { kind_ = kind; }

  Result<TestText> write() {
    bool needs_death_test =
        mode_ == TestMode::Confirm && is_death(failure_.kind) && kind_ == nullptr;
    if (needs_death_test && framework_ != TestFramework::GoogleTest) {
      return user_fault("", "only GoogleTest has tests of a process that dies",
                        "--framework gtest, or --mode reproduce");
    }
    TestBuild build({name_, place_.folder, framework_, kind_ != nullptr}, scene_.headers,
                    compilation_);
    LongTexts texts(name_);
    shorten(&texts);
    std::string text = header(build.command()) + "\n" + includes(build.headers()) + "\n";
    if (!scene_.declaration.empty())
      text += (compilation_.is_c ? "extern \"C\" " : "") + scene_.declaration + "\n\n";
    if (failure_.kind != FailureKind::None && has_asan(compilation_)) text += k_no_leaks;
    if (std::string constants = texts.declarations(); !constants.empty()) text += constants + "\n";
    if (!scene_.stubs.empty()) text += stubs() + "\n";
    TestText test{name_, "", build.cmake(), build.folders(), {}};
    test.beside = texts.files();
    if (std::string main = build.main_name(); !main.empty())
      test.beside.push_back({std::move(main), build.main_text()});
    test.text = text + body(static_cast<uint32_t>(std::ranges::count(text, '\n')), &test.lines);
    return test;
  }

 private:
  // Moves what is too long to be read to files beside the test.
  void shorten(LongTexts* texts) {
    for (std::string& stub : scene_.stubs) stub = texts->replace(stub, false);
    for (Statement& statement : scene_.statements) {
      bool is_expected = !statement.call.empty() || !statement.thrown.empty();
      bool is_macro_argument = mode_ == TestMode::Regression
                                   ? is_expected
                                   : mode_ == TestMode::Confirm && statement.is_failing;
      statement.text = texts->replace(statement.text, is_macro_argument);
      for (std::string* part : {&statement.bare, &statement.call, &statement.expected})
        *part = texts->replace(*part, true);
    }
  }

  // Without the signature that follows the text of an assertion.
  std::string what_fails() const {
    Failure failure = failure_;
    if (failure.kind == FailureKind::Assertion)
      failure.message =
          failure.message.substr(0, failure.message.rfind(", ", failure.message.find('(')));
    return describe(failure);
  }

  std::string header(const std::string& command) const {
    std::string from = place_.recording;
    if (place_.calls_before > place_.calls_after)
      from += fmt::format(": {} of {}", count_of(place_.calls_after, "call"),
                          format_count(place_.calls_before));
    if (mode_ == TestMode::Regression) {
      std::string text = fmt::format(
          "// Expects what {} returned when it was recorded.\n// Standalone test, written by "
          "`cutaway testgen --regression` from {}.\n",
          subject_, from);
      if (!scene_.left_out.empty())
        text +=
            fmt::format("// {} cannot be written, the first because of this: {}.\n",
                        count_of(scene_.left_out.size(), "call"), scene_.left_out.begin()->second);
      return text + fmt::format("//   {}\n", command);
    }
    std::string kind = kind_ == nullptr ? "Standalone" : "Replay";
    std::string why = kind_ == nullptr
                          ? ""
                          : fmt::format("// Its state is in {}.cut, because of this: {}.\n", name_,
                                        kind_->obstacle);
    std::string what = mode_ == TestMode::Reproduce ? "Fails" : "Passes";
    std::string until = mode_ == TestMode::Reproduce ? "until the defect is mended"
                                                     : "as long as the failure is there";
    return fmt::format(
        "// {} {}: {}.\n// {} test, written by `cutaway testgen` from {}.\n{}//   {}\n", what,
        until, what_fails(), kind, from, why, command);
  }

  std::string includes(const std::vector<std::string>& headers) const {
    std::string text;
    switch (framework_) {
      case TestFramework::GoogleTest:
        text = "#include <gtest/gtest.h>\n";
        break;
      case TestFramework::Catch2:
        text =
            "#if __has_include(<catch2/catch_test_macros.hpp>)\n"
            "#include <catch2/catch_test_macros.hpp>\n#else\n#define CATCH_CONFIG_MAIN\n"
            "#include <catch2/catch.hpp>\n#endif\n";
        break;
      case TestFramework::Doctest:
        text = "#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN\n#include <doctest/doctest.h>\n";
        break;
    }
    if (kind_ != nullptr) return text + "\n#include <cutaway/replay_test.h>\n";
    std::set<std::string> system = scene_.system_headers;
    if (failure_.kind == FailureKind::Hang) system.insert("unistd.h");
    if (may_refuse()) system.insert("exception");
    if (mode_ == TestMode::Confirm && is_death(failure_.kind)) system.insert("csignal");
    if (!system.empty() || !headers.empty()) text += "\n";
    for (const std::string& name : system) text += fmt::format("#include <{}>\n", name);
    if (!system.empty()) text += "\n";
    std::string of_c;
    for (const std::string& name : headers) {
      bool is_c = compilation_.is_c && !name.ends_with(".hpp");
      (is_c ? of_c : text) += fmt::format("#include \"{}\"\n", name);
    }
    return text + (of_c.empty() ? "" : "extern \"C\" {\n" + of_c + "}\n");
  }

  std::string stubs() const {
    bool answers = std::ranges::any_of(scene_.stubs, [](const std::string& stub) {
      return !stub.starts_with("struct Printed ") && stub.find("content_of") == std::string::npos;
    });
    std::string text =
        answers ? "// What is not linked answers as it did in the recorded run.\n" : "";
    for (const std::string& stub : scene_.stubs) {
      bool is_c = compilation_.is_c && !stub.starts_with("struct ") &&
                  !stub.starts_with("extern ") && !stub.starts_with("static ");
      // Others of the same name may be in other tests of one program.
      bool is_class = stub.starts_with("struct ");
      if (is_class) text += "namespace {\n" + stub + "\n}  // namespace\n";
      else text += (is_c ? "extern \"C\" " : "") + stub + "\n";
    }
    return text;
  }

  std::string test_name() const {
    std::string name = scene_.failing_function;
    bool is_constructor = name == scene_.subject;
    if (!place_.name.empty()) return camel_case(place_.name);
    FailureWords words = words_of(failure_.kind);
    std::string function = camel_case(name.substr(0, name.find('<')));
    if (is_constructor || function.empty()) function = is_constructor ? "Constructor" : "Run";
    if (mode_ == TestMode::Regression)
      return "ReturnsWhatItDid" + (place_.number == 0 ? "" : std::to_string(place_.number));
    return function + (mode_ == TestMode::Reproduce ? words.mended : words.present);
  }

  // Mended code may throw where it crashed.
  bool may_refuse() const {
    return place_.may_throw && is_death(failure_.kind) && mode_ == TestMode::Reproduce;
  }

  std::string failing(const Statement& statement) const {
    if (mode_ == TestMode::Reproduce) {
      std::string text = statement.text + "  // fails here";
      if (!may_refuse()) return text;
      return "try {\n  " + text +
             "\n} catch (const std::exception&) {\n  // To refuse the call is no failure.\n}";
    }
    std::string plain = statement.text;
    if (failure_.kind == FailureKind::Exception) {
      std::string type = failure_.type;
      bool is_gtest = framework_ == TestFramework::GoogleTest;
      std::string code =
          statement.is_declaration ? "{ " + plain + " }" : plain.substr(0, plain.size() - 1);
      if (!is_gtest && statement.is_declaration) code = "[&] " + code + "()";
      return fmt::format("{}({}, {});", is_gtest ? "EXPECT_THROW" : "CHECK_THROWS_AS", code, type);
    }
    if (failure_.kind == FailureKind::Exit)
      return fmt::format("EXPECT_EXIT({{ {} }}, testing::ExitedWithCode({}), \"\");", plain,
                         failure_.status);
    if (failure_.kind == FailureKind::Sanitizer)
      return fmt::format("EXPECT_DEATH({{ {} }}, \"\");", plain);
    return fmt::format("EXPECT_EXIT({{ {} }}, testing::KilledBySignal({}), \"\");", plain,
                       signal_name(signal_of(failure_)));
  }

  std::string expecting(const Statement& statement) const {
    if (statement.call.empty()) return statement.text;
    bool is_gtest = framework_ == TestFramework::GoogleTest;
    if (!statement.thrown.empty())
      return fmt::format("{}({}, {});", is_gtest ? "EXPECT_THROW" : "CHECK_THROWS_AS",
                         statement.bare.substr(0, statement.bare.size() - 1), statement.thrown);
    if (statement.text == statement.bare) return expecting_of(statement, statement.call);
    // A variable holds the result: later calls are about it.
    bool is_null = statement.expectation == Expectation::Null;
    bool is_owned = statement.text.starts_with("std::unique_ptr<");
    if (statement.expectation == Expectation::None || is_null) return statement.text;
    if (statement.expectation == Expectation::NotNull)
      return fmt::format("{}\n{}({}{});", statement.text, is_gtest ? "ASSERT_NE" : "REQUIRE",
                         statement.variable, is_gtest ? ", nullptr" : " != nullptr");
    return statement.text + "\n" +
           expecting_of(statement, (is_owned ? "*" : "") + statement.variable);
  }

  std::string expecting_of(const Statement& statement, const std::string& call) const {
    bool is_gtest = framework_ == TestFramework::GoogleTest;
    auto equal = [&](const std::string& expected) {
      return is_gtest ? fmt::format("EXPECT_EQ({}, {});", call, expected)
                      : fmt::format("CHECK({} == {});", call, expected);
    };
    switch (statement.expectation) {
      case Expectation::None:
        return statement.text;
      case Expectation::Value:
      case Expectation::Same:
        return equal(statement.expected);
      case Expectation::True:
        return fmt::format("{}({});", is_gtest ? "EXPECT_TRUE" : "CHECK", call);
      case Expectation::False:
        return fmt::format("{}({});", is_gtest ? "EXPECT_FALSE" : "CHECK_FALSE", call);
      case Expectation::Null:
        return equal("nullptr");
      case Expectation::NotNull:
        return is_gtest ? fmt::format("EXPECT_NE({}, nullptr);", call)
                        : fmt::format("CHECK({} != nullptr);", call);
      case Expectation::Text:
      case Expectation::CString:
      case Expectation::Number:
        if (place_.is_learning) return fmt::format("cutaway_check::learn({});", call);
        if (statement.expectation != Expectation::CString) return equal(statement.expected);
        return is_gtest ? fmt::format("EXPECT_STREQ({}, {});", call, statement.expected)
                        : fmt::format("CHECK(std::string({}) == {});", call, statement.expected);
    }
    return statement.text;
  }

  std::string replay_lines() const {
    std::string lines;
    size_t number = 0;
    for (const std::string& call : kind_->calls)
      lines += fmt::format("  // {:>2}  {}\n", ++number, call);
    std::string expected = mode_ == TestMode::Reproduce ? "passes" : "fails_as_recorded";
    lines +=
        fmt::format("  cutaway::ReplayResult result = cutaway::replay_test(\"{}.cut\");\n", name_);
    if (framework_ == TestFramework::GoogleTest)
      return lines + fmt::format(
                         "  EXPECT_EQ(result.outcome, cutaway::ReplayOutcome::{}) << "
                         "result.message;\n",
                         expected);
    return lines + fmt::format(
                       "  INFO(result.message);\n  CHECK(result.outcome == "
                       "cutaway::ReplayOutcome::{});\n",
                       expected);
  }

  // `before` lines stand before it.
  std::string body(uint32_t before, std::vector<uint32_t>* starts) const {
    std::string lines;
    if (kind_ != nullptr) return in_test(replay_lines(), false);
    if (failure_.kind == FailureKind::Hang)
      lines += "  alarm(10);  // seconds, then it is a hang\n";
    for (const Statement& statement : scene_.statements) {
      std::string text = statement.is_failing ? failing(statement) : statement.text;
      if (mode_ == TestMode::Regression) text = expecting(statement);
      else if (!statement.thrown.empty())
        text = fmt::format("try {{\n  {}\n}} catch (const {}&) {{\n}}", text, statement.thrown);
      starts->push_back(before + 2 + static_cast<uint32_t>(std::ranges::count(lines, '\n')));
      std::vector<std::string> parts = split(text, '\n');
      for (size_t i = 0; i < parts.size(); ++i) {
        lines += "  " + parts[i];
        if (i + 1 == parts.size() && !statement.comment.empty())
          lines += "  // " + statement.comment;
        lines += "\n";
      }
    }
    return in_test(lines, mode_ == TestMode::Confirm && is_death(failure_.kind));
  }

  std::string in_test(const std::string& lines, bool dies) const {
    if (framework_ != TestFramework::GoogleTest)
      return fmt::format("TEST_CASE(\"{}: {}\") {{\n{}}}\n", subject_, test_name(), lines);
    return fmt::format("TEST({}{}, {}) {{\n{}}}\n", subject_, dies ? "DeathTest" : "", test_name(),
                       lines);
  }

  TestScene scene_;
  const Failure& failure_;
  const TestCompilation& compilation_;
  const TestPlace& place_;
  TestFramework framework_;
  TestMode mode_;
  const ReplayKind* kind_ = nullptr;  // null: it stands alone
  std::string subject_;
  std::string name_;
};

}  // namespace

int signal_of(const Failure& failure) {
  switch (failure.kind) {
    case FailureKind::Abort:
    case FailureKind::Assertion:
    case FailureKind::Declared:
    case FailureKind::DoubleFree:
      return SIGABRT;
    case FailureKind::Overflow:
      return SIGSEGV;
    case FailureKind::Hang:
      return SIGALRM;
    default:
      return failure.signal;
  }
}

std::string word_of(FailureKind kind) { return words_of(kind).file; }

Result<TestText> write_test(const TestScene& scene, const Failure& failure,
                            const TestCompilation& compilation, const TestPlace& place,
                            TestFramework framework, TestMode mode) {
  return TestWriter(scene, failure, compilation, place, framework, mode).write();
}

Result<TestText> write_replay_test(const TestScene& scene, const Failure& failure,
                                   const TestCompilation& compilation, const TestPlace& place,
                                   TestFramework framework, TestMode mode, const ReplayKind& kind) {
  TestWriter writer(scene, failure, compilation, place, framework, mode);
  writer.set_kind(&kind);
  return writer.write();
}

}  // namespace cutaway
