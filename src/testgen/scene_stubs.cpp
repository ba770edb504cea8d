// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>
#include <llvm/BinaryFormat/Dwarf.h>

#include <algorithm>

#include "abi/weave.h"
#include "base/text.h"
#include "recording/describe.h"
#include "testgen/input.h"
#include "testgen/literals.h"
#include "testgen/scene_writer.h"

namespace cutaway {
namespace {

namespace dwarf = llvm::dwarf;

using Outcalls = std::vector<const ScriptOutcall*>;

// Functions of libraries that answer otherwise each time: the test defines them itself.
struct LibraryStub {
  const char* head;
  const char* header;
  const char* answer;  // of the recorded number
};
const std::map<std::string, LibraryStub>& library_stubs() {
  static const std::map<std::string, LibraryStub> all = {
      {"rand", {"extern \"C\" int rand()", "cstdlib", "{}"}},
      {"random", {"extern \"C\" long random()", "cstdlib", "{}"}},
      {"lrand48", {"extern \"C\" long lrand48()", "cstdlib", "{}"}},
      {"time", {"extern \"C\" time_t time(time_t*)", "ctime", "{}"}},
      {"clock", {"extern \"C\" clock_t clock()", "ctime", "{}"}},
      {"getpid", {"extern \"C\" pid_t getpid()", "unistd.h", "{}"}},
      {"_ZNSt13random_device9_M_getvalEv",
       {"std::random_device::result_type std::random_device::_M_getval()", "random", "{}u"}},
      {"_ZNSt6chrono3_V212system_clock3nowEv",
       {"std::chrono::system_clock::time_point std::chrono::system_clock::now() noexcept", "chrono",
        "std::chrono::system_clock::time_point(std::chrono::system_clock::duration({}))"}},
      {"_ZNSt6chrono3_V212steady_clock3nowEv",
       {"std::chrono::steady_clock::time_point std::chrono::steady_clock::now() noexcept", "chrono",
        "std::chrono::steady_clock::time_point(std::chrono::steady_clock::duration({}))"}},
  };
  return all;
}

// They need what the machine of the test may not have.
bool is_of_machine(const std::string& callee) {
  static const std::set<std::string> all = {"fopen",  "fopen64", "open",   "open64", "openat",
                                            "socket", "connect", "recv",   "fgets",  "fread",
                                            "read",   "getc",    "fgetc",  "popen",  "opendir",
                                            "stat",   "mmap",    "dlopen", "getline"};
  return all.contains(callee) || callee.starts_with("_ZNSt14basic_ifstream") ||
         callee.starts_with("_ZNSt13basic_filebuf");
}

}  // namespace

// `return` of the answers in their order; the last one again if there are more calls.
std::string SceneWriter::returned(const std::string& type,
                                  const std::vector<std::string>& answers) {
  bool is_same =
      std::adjacent_find(answers.begin(), answers.end(), std::not_equal_to<>()) == answers.end();
  if (is_same) return fmt::format("return {};", answers.front());
  spelling_.need_system("cstddef");
  return fmt::format(
      "static const {} answers[] = {{{}}};\n  static std::size_t next = 0;\n"
      "  return answers[next + 1 < {} ? next++ : next];",
      type, join(answers, ", "), answers.size());
}

bool SceneWriter::is_virtual_call(const ScriptOutcall& outcall) {
  if ((outcall.flags & k_site_indirect) == 0) return false;
  auto function = types_->find_function(outcall.callee);
  return function && *function != nullptr && is_virtual(*function);
}

Result<std::string> SceneWriter::answer(const llvm::DIType* type, const ScriptOutcall& outcall) {
  if (!outcall.thrown.empty())
    return user_fault(
        "", fmt::format("{} throws {}", short_name(outcall.callee), type_name(outcall.thrown)));
  if (!outcall.has_returned) return std::string("{}");
  if (const llvm::DIType* pointee = pointee_of(type)) {
    ScriptWord word = outcall.results.empty() ? ScriptWord{} : outcall.results[0];
    if (word.value == 0 && !word.is_image) return std::string("nullptr");
    const llvm::DICompositeType* target = types_->complete(class_of(pointee));
    if (target != nullptr && is_polymorphic(target, types_)) {
      CUTAWAY_ASSIGN(std::string name, define_stub_class(word.value, target));
      return fmt::format("static {} object;\n  return {}object;", name,
                         is_reference(type) ? "" : "&");
    }
    bool is_text = target == nullptr && size_of(pointee) == 1 && is_pointer(type);
    if (is_text && word.is_image) return image_value(word.value, pointee, "");
    if (is_text && is_const(pointee)) return text_value(word.value);
    return user_fault(
        "", fmt::format("{} answers with an object of its own", short_name(outcall.callee)));
  }
  bool is_in_memory = !outcall.site.arguments.empty() && outcall.site.arguments[0].name == "sret";
  if (is_in_memory) return value(type, outcall.arguments[0].value);
  return value(type, keep_words(outcall.results));
}

// What the stub does; `names` are those of the parameters that it uses.
Result<std::string> SceneWriter::stub_body(const llvm::DISubprogram* function,
                                           const Outcalls& outcalls,
                                           std::vector<std::string>* names) {
  const llvm::DIType* type = result_of(function);
  const bool is_result = type != nullptr && class_of(type) != nullptr;
  bool fills = false;
  for (const ScriptOutcall* outcall : outcalls) {
    if (!outcall->calls.empty()) return user_fault("", short_name(outcall->callee) + " calls back");
    for (const OutsideWrite& write : outcall->writes) {
      if (!is_result && is_output(write)) fills = true;
      else memory_.write(write);
    }
  }
  if (fills) return filling_body(function, outcalls, names);
  if (type == nullptr) return std::string();
  if (outcalls.empty()) {
    // Not called in the recorded run, but perhaps when the defect is mended.
    if (!is_reference(type)) return std::string("return {};");
    spelling_.need_system("cstdlib");
    return std::string("std::abort();");
  }
  std::vector<std::string> answers;
  for (const ScriptOutcall* outcall : outcalls) {
    CUTAWAY_ASSIGN(std::string text, answer(type, *outcall));
    answers.push_back(std::move(text));
  }
  if (answers.front().starts_with("static ")) return answers.front();
  CUTAWAY_ASSIGN(std::string spelled, spelling_.type(unqualified(type)));
  return returned(spelled, answers);
}

Result<SceneWriter::StubText> SceneWriter::stub_text(const llvm::DISubprogram* function,
                                                     const Outcalls& outcalls) {
  std::vector<std::string> filled;
  CUTAWAY_ASSIGN(std::string body, stub_body(function, outcalls, &filled));
  CUTAWAY_ASSIGN(Asked asked, expect_asked(function, outcalls));
  for (size_t i = 0; i < filled.size(); ++i)
    if (!filled[i].empty()) asked.names[i] = filled[i];
  CUTAWAY_ASSIGN(std::string parameters, parameter_list(function, asked.names));
  std::string separator = asked.body.empty() || body.empty() ? "" : "\n  ";
  return StubText{asked.body + separator + body, parameters};
}

Result<std::string> SceneWriter::parameter_list(const llvm::DISubprogram* function,
                                                const std::vector<std::string>& names) {
  std::vector<std::string> texts;
  auto parameters = parameters_of(function);
  for (size_t i = 0; i < parameters.size(); ++i) {
    std::string name = i < names.size() ? names[i] : "";
    CUTAWAY_ASSIGN(std::string text, spelling_.variable(parameters[i], name));
    texts.push_back(std::move(text));
  }
  return "(" + join(texts, ", ") + ")" + (is_const_member(function) ? " const" : "");
}

// A definition in place of that of a file which is not linked.
Status SceneWriter::add_stub(const std::string& callee, const Outcalls& outcalls) {
  CUTAWAY_ASSIGN(const llvm::DISubprogram* function, types_->find_function(callee));
  if (function == nullptr) return user_fault("", "nothing is known of " + short_name(callee));
  bool is_special = is_constructor(function) || is_destructor(function) || is_variadic(function);
  if (is_special) return user_fault("", "the outside's " + short_name(callee) + " is needed");
  // Nobody can name it: whoever calls it has a pointer, which is a value of its own.
  if (function->isLocalToUnit()) return Ok{};
  const llvm::DICompositeType* type = class_of_member(function);
  if (type == nullptr) {
    CUTAWAY_TRY(spelling_.need_function(function));
  }
  const llvm::DISubprogram* declaration = function->getDeclaration();
  std::string scope =
      qualified_scope(declaration != nullptr ? declaration->getScope() : function->getScope());
  if (type != nullptr) {
    CUTAWAY_ASSIGN(scope, spelling_.type(type));
    scope += "::";
  }
  CUTAWAY_ASSIGN(StubText stub, stub_text(function, outcalls));
  CUTAWAY_ASSIGN(
      std::string head,
      spelling_.variable(result_of(function), scope + function->getName().str() + stub.parameters));
  scene_.stubs.push_back(
      fmt::format("{} {{{}}}", head, stub.body.empty() ? "" : "\n  " + stub.body + "\n"));
  scene_.defines_functions = true;
  return Ok{};
}

Result<std::string> SceneWriter::stub_function(const std::string& linkage_name,
                                               const llvm::DISubprogram* function) {
  auto known = stub_functions_.find(linkage_name);
  if (known != stub_functions_.end()) return known->second;
  Outcalls outcalls;
  for_each_answer([&](const ScriptOutcall& outcall) {
    if (outcall.callee == linkage_name) outcalls.push_back(&outcall);
  });
  std::string name = new_name(function->getName().str());
  CUTAWAY_ASSIGN(StubText stub, stub_text(function, outcalls));
  CUTAWAY_ASSIGN(std::string head, spelling_.variable(result_of(function), name + stub.parameters));
  scene_.stubs.push_back(
      fmt::format("static {} {{{}}}", head, stub.body.empty() ? "" : "\n  " + stub.body + "\n"));
  stub_functions_[linkage_name] = name;
  return name;
}

Result<bool> SceneWriter::add_library_stub(const std::string& callee, const Outcalls& outcalls) {
  auto known = library_stubs().find(callee);
  if (known == library_stubs().end()) return false;
  const LibraryStub& stub = known->second;
  std::vector<std::string> answers;
  for (const ScriptOutcall* outcall : outcalls) {
    std::string number =
        outcall->results.empty() ? "0" : signed_literal(outcall->results[0].value, 8);
    answers.push_back(fmt::format(fmt::runtime(stub.answer), number));
  }
  spelling_.need_system(stub.header);
  scene_.defines_functions = true;
  scene_.stubs.push_back(fmt::format("{} {{\n  {}\n}}", stub.head, returned("auto", answers)));
  return true;
}

Status SceneWriter::add_environment(const ScriptOutcall& outcall) {
  if (outcall.arguments.empty() || outcall.results.empty()) return Ok{};
  ScriptWord name = outcall.arguments[0];
  std::string variable = name.is_image ? script_.symbols.find_literal({name.value})
                                       : memory_.text(name.value, 256).value_or("");
  bool is_set = outcall.results[0].value != 0;
  if (variable.empty() && !is_set) return Ok{};  // who runs the test has it neither, most likely
  if (variable.empty()) return user_fault("", "a variable of the environment has no known name");
  MemoryView memory;
  for (const OutsideWrite& write : outcall.writes) memory.write(write);
  spelling_.need_system("cstdlib");
  auto text = memory.text(outcall.results[0].value, 4096);
  scene_.statements.push_back({is_set ? fmt::format("setenv({}, {}, 1);", string_literal(variable),
                                                    string_literal(text.value_or("")))
                                      : fmt::format("unsetenv({});", string_literal(variable)),
                               "", false, true});
  return Ok{};
}

// In a folder of their own, so that no file of the user is replaced.
Status SceneWriter::add_files() {
  CUTAWAY_ASSIGN(std::vector<InputFile> files, read_files(script_));
  if (files.empty()) return Ok{};
  for (const char* header : {"cstdlib", "fstream", "unistd.h"}) spelling_.need_system(header);
  std::string folder = new_name("folder");
  scene_.statements.push_back(
      {fmt::format("char {0}[] = \"/tmp/test-XXXXXX\";\nif (chdir(mkdtemp({0})) != 0) abort();",
                   folder),
       "", false, true});
  std::set<std::string> made;
  for (const InputFile& file : files) {
    for (size_t at = file.name.find('/'); at != std::string::npos;
         at = file.name.find('/', at + 1)) {
      if (!made.insert(file.name.substr(0, at)).second) continue;
      spelling_.need_system("sys/stat.h");
      scene_.statements.push_back(
          {fmt::format("mkdir({}, 0777);", string_literal(file.name.substr(0, at))), "", false,
           true});
    }
    if (file.text.find('\0') != std::string::npos) spelling_.need_system("string");
    scene_.statements.push_back({fmt::format("std::ofstream({}) << {};", string_literal(file.name),
                                             text_expression(file.text)),
                                 "", false, true});
  }
  return Ok{};
}

Status SceneWriter::stub_callee(const std::string& callee, const Outcalls& outcalls) {
  if (callee.empty()) {
    // A call of a null pointer is the failure itself.
    bool is_null = std::ranges::all_of(
        outcalls, [](const ScriptOutcall* outcall) { return outcall->callee_address.value == 0; });
    if (is_null) return Ok{};
    return user_fault("", "nobody knows which function a pointer leads to");
  }
  if (callee == "getenv" || callee == "secure_getenv") {
    for (const ScriptOutcall* outcall : outcalls) CUTAWAY_TRY(add_environment(*outcall));
    return Ok{};
  }
  if (is_of_machine(callee)) return user_fault("", "the run reads from files: " + callee);
  CUTAWAY_ASSIGN(bool is_done, add_library_stub(callee, outcalls));
  bool is_direct = (outcalls.front()->flags & k_site_indirect) == 0;
  if (is_done || !is_direct || !types_->unit_of(callee) || options_.linked.contains(callee))
    return Ok{};
  return add_stub(callee, outcalls);
}

Status SceneWriter::add_stubs() {
  std::map<std::string, Outcalls> by_callee;
  std::map<std::string, std::set<size_t>> callers;
  size_t number = 0;
  for (const ScriptCall& call : script_.calls) {
    bool is_written = !options_.left_out.contains(number) && !needless_.contains(number) &&
                      !is_static_initialiser(call);
    if (is_written)
      for_each_outcall(call, [&](const ScriptOutcall& outcall) {
        if (is_virtual_call(outcall)) return;
        by_callee[outcall.callee].push_back(&outcall);
        callers[outcall.callee].insert(number);
      });
    ++number;
  }
  Status files = add_files();
  const std::set<std::string> file_functions = file_functions_of(script_);
  for (const auto& [callee, outcalls] : by_callee) {
    Mark before = mark();
    Status done = file_functions.contains(callee) ? files : stub_callee(callee, outcalls);
    if (done) continue;
    if (!options_.is_regression) return done.error();
    go_back(before);
    for (size_t caller : callers[callee]) stub_problems_.emplace(caller, done.error().message);
  }
  return Ok{};
}

Result<std::string> SceneWriter::base_constructor(const llvm::DICompositeType* type,
                                                  const std::string& name) {
  CUTAWAY_ASSIGN(auto arguments, empty_arguments(type, Access::Protected));
  if (!arguments || arguments->empty()) return std::string();
  CUTAWAY_ASSIGN(std::string base, spelling_.type(type));
  return fmt::format("  {}() : {}({}) {{}}\n", name, base, *arguments);
}

Result<std::string> SceneWriter::stub_member(const llvm::DISubprogram* function, uint64_t address) {
  Outcalls outcalls;
  for_each_answer([&](const ScriptOutcall& outcall) {
    auto callee = types_->find_function(outcall.callee);
    bool is_same = callee && *callee != nullptr && is_virtual_call(outcall) &&
                   (*callee)->getName() == function->getName() &&
                   parameters_of(*callee).size() == parameters_of(function).size();
    size_t object = !outcall.site.arguments.empty() && outcall.site.arguments[0].name == "sret";
    if (is_same && object < outcall.arguments.size() && outcall.arguments[object].value == address)
      outcalls.push_back(&outcall);
  });
  bool is_pure = function->getVirtuality() == dwarf::DW_VIRTUALITY_pure_virtual;
  if (outcalls.empty() && !is_pure) return std::string();
  CUTAWAY_ASSIGN(StubText stub, stub_text(function, outcalls));
  CUTAWAY_ASSIGN(std::string head, spelling_.variable(result_of(function),
                                                      function->getName().str() + stub.parameters));
  if (stub.body.find('\n') == std::string::npos)
    return fmt::format("  {} override {{{}}}\n", head,
                       stub.body.empty() ? "" : " " + stub.body + " ");
  return fmt::format("  {} override {{\n    {}\n  }}\n", head, stub.body);
}

Result<std::string> SceneWriter::define_stub_class(uint64_t address,
                                                   const llvm::DICompositeType* type) {
  auto known = stub_classes_.find(address);
  if (known != stub_classes_.end()) return known->second;
  CUTAWAY_ASSIGN(std::string base, spelling_.type(type));
  std::string name = new_name("Stub" + camel_case(plain_name(type)));
  stub_classes_[address] = name;
  CUTAWAY_ASSIGN(std::string constructor, base_constructor(type, name));
  std::string members;
  for (const llvm::DISubprogram* function : virtual_functions_of(type, types_)) {
    CUTAWAY_ASSIGN(std::string member, stub_member(function, address));
    members += member;
  }
  scene_.stubs.push_back(
      fmt::format("struct {} : {} {{\n{}{}}};", name, base, constructor, members));
  return name;
}

// The class that the outside made, if the test can make one, too: its virtual functions are inside.
Result<std::string> SceneWriter::made_class(uint64_t address, const llvm::DICompositeType* type) {
  auto table = memory_.image(address);
  auto symbol = table ? script_.symbols.find({*table}) : std::nullopt;
  if (!symbol || !symbol->name.starts_with("_ZTV")) return std::string();
  std::string name = type_name(symbol->name.substr(4));
  bool is_own = name == qualified_name(type);
  return is_own && has_public_default_constructor(type) ? spelling_.type(type)
                                                        : Result<std::string>(std::string());
}

Result<std::string> SceneWriter::stub_class(uint64_t address, const llvm::DICompositeType* type,
                                            const std::string& wanted) {
  CUTAWAY_ASSIGN(std::string name, made_class(address, type));
  if (name.empty()) {
    CUTAWAY_ASSIGN(name, define_stub_class(address, type));
  }
  std::string own = new_name(wanted);
  scene_.statements.push_back({fmt::format("{} {};", name, own), "", false, true});
  add_object(address, type, own, false);
  return own;
}

}  // namespace cutaway
