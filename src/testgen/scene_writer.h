// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of writing a scene; its parts are in scene_*.cpp.
#pragma once
#include "testgen/constants.h"
#include "testgen/scene.h"

namespace cutaway {

// Something that statements can name.
struct SceneObject {
  uint64_t address = 0;
  uint64_t size = 0;
  const llvm::DIType* type = nullptr;
  std::string name;
  bool is_pointer = false;  // the variable points to it
};

// Words below it are numbers.
constexpr uint64_t k_lowest_object = 1 << 16;

// What a call does with the object that its first word is the address of.
struct CallShape {
  const llvm::DISubprogram* function = nullptr;
  bool makes = false;     // a constructor, or the result is put there
  bool destroys = false;  // a destructor
  uint64_t object = 0;
};

struct Fate {
  bool is_used = false;  // before it is destroyed
  std::optional<size_t> destroyed_by = {};
};

// Words of a call that are not used up yet.
class WordCursor {
 public:
  explicit WordCursor(const std::vector<ScriptWord>& words) : words_(words) {}
  bool is_at_end() const { return next_ >= words_.size(); }
  size_t left() const { return words_.size() - next_; }
  ScriptWord peek(size_t ahead) const { return words_[next_ + ahead]; }
  ScriptWord take() { return is_at_end() ? ScriptWord{} : words_[next_++]; }

 private:
  const std::vector<ScriptWord>& words_;
  size_t next_ = 0;
};

// Where an outcall writes: behind the pointer in this word of its arguments.
struct Output {
  size_t word;
  uint64_t offset;
};

// For the inside to write to, if nothing says how many.
constexpr uint64_t k_buffer_bytes = 4096;

class SceneWriter {
 public:
  SceneWriter(const Script& script, DebugTypes* types, const SceneOptions& options)
      : script_(script),
        types_(types),
        options_(options),
        spelling_(types),
        constants_(script),
        reported_(reported_address(script)) {}

  Result<TestScene> write();

 private:
  using Text = Result<std::string>;

  // --- scene_values.cpp: what memory holds, as an expression ---
  // An expression of this type; `is_braced`: where the type is known to the compiler.
  Text value(const llvm::DIType* type, uint64_t address, bool is_braced = false);
  Text basic_value(const llvm::DIBasicType* type, uint64_t address);
  Text number_value(const llvm::DIBasicType* type, uint64_t number, uint64_t size);
  Text enum_value(const llvm::DICompositeType* type, uint64_t number);
  Text array_value(const llvm::DICompositeType* type, uint64_t address);
  Text class_value(const llvm::DICompositeType* type, uint64_t address, bool is_braced);
  Text union_value(const llvm::DICompositeType* type, uint64_t address, bool is_braced);
  bool may_be_address(uint64_t number) const;
  Text aggregate_braces(const llvm::DICompositeType* type, uint64_t address);
  // The address that the word at `address` holds, encoded.
  ScriptWord word_at(uint64_t address) const;
  // Puts words of a register where value() can read them.
  uint64_t keep_words(const std::vector<ScriptWord>& words);

  // --- scene_library.cpp: classes of the standard library ---
  // Nothing: it is none that is known.
  Result<std::optional<std::string>> library_value(const llvm::DICompositeType* type,
                                                   uint64_t address, bool is_braced);
  Text string_value(const llvm::DICompositeType* type, uint64_t address);
  Text vector_value(const llvm::DICompositeType* type, uint64_t address, bool is_braced);
  Text tree_value(const llvm::DICompositeType* type, uint64_t address, bool is_map, bool is_braced);
  Text hash_value(const llvm::DICompositeType* type, uint64_t address, bool is_map, bool is_braced);
  Text list_value(const llvm::DICompositeType* type, uint64_t address, bool is_braced);
  Text pair_value(const llvm::DICompositeType* type, uint64_t address, bool is_braced);
  Text optional_value(const llvm::DICompositeType* type, uint64_t address, bool is_braced);
  Text smart_pointer_value(const llvm::DICompositeType* type, uint64_t address);
  Text in_braces(const llvm::DICompositeType* type, const std::vector<std::string>& items,
                 bool is_braced);
  Text node_items(const llvm::DICompositeType* type, const std::vector<uint64_t>& nodes,
                  bool is_map, bool is_braced);

  // --- scene_objects.cpp: variables ---
  Text pointer_value(const llvm::DIType* type, ScriptWord word, const std::string& name);
  // An expression that is the object at `address`; makes one if there is none.
  Text object_at(ScriptWord word, const llvm::DIType* type, const std::string& name);
  const SceneObject* find_object(uint64_t address) const;
  Text path_to(const SceneObject& object, uint64_t address, const llvm::DIType* type);
  void load_variable(uint64_t address, const llvm::DIType* type);
  Text make_object(uint64_t address, const llvm::DIType* type, const std::string& name);
  Text make_class_object(uint64_t address, const llvm::DICompositeType* type,
                         const std::string& name);
  Text make_storage(uint64_t address, const llvm::DICompositeType* type, const std::string& name);
  // Arguments for the constructor with fewest, all of them empty; nothing: none is public.
  Result<std::optional<std::string>> empty_arguments(const llvm::DICompositeType* type,
                                                     Access access);
  uint64_t room_at(uint64_t address) const;
  uint64_t untyped_room_at(uint64_t address, const std::string& name) const;
  uint64_t structs_at(uint64_t address, const llvm::DICompositeType* type) const;
  uint64_t given_count(uint64_t address) const;
  void learn_later(uint64_t address, uint64_t size);
  Result<std::string> make_structs(uint64_t address, const llvm::DICompositeType* type,
                                   uint64_t count, const std::string& name);
  uint64_t reported_end(uint64_t address) const;
  std::string declare_reported(const std::string& type, const std::string& own,
                               const std::vector<std::string>& items);
  Text make_buffer(uint64_t address, const llvm::DIType* type, const std::string& name);
  Status set_fields(uint64_t address, const llvm::DICompositeType* type, const std::string& object);
  bool has_private_content(uint64_t address, const llvm::DICompositeType* type);
  Text text_value(uint64_t address);
  Text image_value(uint64_t address, const llvm::DIType* type, const std::string& name);
  void add_object(uint64_t address, const llvm::DIType* type, std::string name, bool is_pointer);
  std::string new_name(const std::string& wanted);
  std::string address_of(const std::string& object) const;
  bool is_inside_memory(uint64_t address) const;
  // What lies there is no longer what variables name.
  void forget(uint64_t address, uint64_t size);
  void note_inside_memory(const ScriptCall& call);
  void note_inside_memory(const ScriptOutcall& outcall);

  // --- scene_calls.cpp: statements ---
  Status add_call(const ScriptCall& call, size_t number, bool is_failing);
  Result<std::vector<std::string>> arguments_of(const ScriptCall& call,
                                                const llvm::DISubprogram* function,
                                                WordCursor* words);
  bool make_range(ScriptWord begin, ScriptWord end, const std::string& name,
                  std::vector<std::string>* texts);
  Text argument(const llvm::DIType* type, WordCursor* words, const std::string& name);
  Text class_argument(const llvm::DIType* type, WordCursor* words, const std::string& name);
  Status add_constructor(const ScriptCall& call, const llvm::DISubprogram* function,
                         WordCursor* words, bool is_failing, size_t number);
  Status add_destructor(const ScriptCall& call, const llvm::DISubprogram* function,
                        WordCursor* words, bool is_failing);
  Text callee_of(const llvm::DISubprogram* function, WordCursor* words);
  Status check_access(const llvm::DISubprogram* function);
  // A variable names the object by a base class that declares the function, too.
  bool has_public_base(const ScriptCall& call, const llvm::DISubprogram* function);
  Status add_result(const ScriptCall& call, const llvm::DISubprogram* function, uint64_t sret,
                    const std::string& text, size_t number, bool is_failing);
  Status write_call(const ScriptCall& call, size_t number);

  // --- scene_results.cpp ---
  bool is_returned_value(const ScriptCall& call) const;
  Status name_value(const ScriptCall& call, const llvm::DIType* type, uint64_t sret, size_t number,
                    Statement* statement);
  void name_target(uint64_t address, const llvm::DIType* type, size_t number, Statement* statement);
  bool names_it(const SceneObject& object, const llvm::DIType* type);
  void expect_same(const SceneObject& object, uint64_t address, const llvm::DIType* type,
                   Statement* statement);
  Status expect_result(const ScriptCall& call, const llvm::DIType* type, Statement* statement);
  // Takes back what an attempt to write a call has added.
  struct Mark {
    size_t statements, objects, stubs;
  };
  Mark mark() const;
  void go_back(const Mark& mark);
  // What later calls do with the object at `address` that call `number` made.
  Fate fate_of(uint64_t address, uint64_t size, size_t number) const;
  void note_uses();
  Status note_calls();

  // --- scene_outputs.cpp: what a regression test's calls leave behind ---
  void expect_outputs(const ScriptCall& call, const llvm::DISubprogram* function,
                      const std::vector<std::string>& arguments);
  void expect_output(const llvm::DIType* parameter, const std::string& argument);
  std::optional<uint64_t> elements_of(const ScriptCall& call, const llvm::DICompositeType* type,
                                      size_t number) const;
  bool is_sink(const llvm::DICompositeType* type) const;
  std::string make_sink(uint64_t address, const llvm::DICompositeType* type);
  void expect_sinks();
  bool is_printing(const ScriptOutcall& outcall) const;
  void expect_printed();

  // --- scene_needless.cpp ---
  void note_needless();
  bool asks(const ScriptCall& call);

  // --- scene_left_out.cpp: calls of a regression test that are not in it ---
  void leave_out(const ScriptCall& call, size_t number, const std::string& why);
  // Fails if the call needs what one that is left out made or changed.
  Status check_needs(const ScriptCall& call, size_t number) const;
  void spoil_results(const ScriptCall& call, const CallShape& shape);
  // The class of the object that a call makes.
  const llvm::DICompositeType* made_by(const CallShape& shape) const;
  void spoil(uint64_t address, uint64_t size);
  void renew(uint64_t address, uint64_t size);

  // --- scene_stubs.cpp: what the outside answers ---
  Status add_stubs();
  Status add_files();
  Status stub_callee(const std::string& callee, const std::vector<const ScriptOutcall*>& outcalls);
  Status add_stub(const std::string& callee, const std::vector<const ScriptOutcall*>& outcalls);
  Result<bool> add_library_stub(const std::string& callee,
                                const std::vector<const ScriptOutcall*>& outcalls);
  Status add_environment(const ScriptOutcall& outcall);
  Text stub_class(uint64_t address, const llvm::DICompositeType* type, const std::string& wanted);
  // Defines the class, and returns its name.
  Text define_stub_class(uint64_t address, const llvm::DICompositeType* type);
  // Defines a function that others get a pointer to.
  Text stub_function(const std::string& linkage_name, const llvm::DISubprogram* function);
  Result<std::string> made_class(uint64_t address, const llvm::DICompositeType* type);
  Text stub_member(const llvm::DISubprogram* function, uint64_t address);
  Text base_constructor(const llvm::DICompositeType* type, const std::string& name);
  Text stub_body(const llvm::DISubprogram* function,
                 const std::vector<const ScriptOutcall*>& outcalls,
                 std::vector<std::string>* names);
  struct StubText {
    std::string body, parameters;
  };
  Result<StubText> stub_text(const llvm::DISubprogram* function,
                             const std::vector<const ScriptOutcall*>& outcalls);
  Text answer(const llvm::DIType* type, const ScriptOutcall& outcall);
  std::string returned(const std::string& type, const std::vector<std::string>& answers);
  // Parameters without a name have an empty one.
  Text parameter_list(const llvm::DISubprogram* function, const std::vector<std::string>& names);

  // --- scene_asked.cpp: what a regression test expects of calls to stubs ---
  struct Asked {
    std::vector<std::string> names;  // of the parameters that are looked at
    std::string body;                // first part of the stub's
  };
  Result<Asked> expect_asked(const llvm::DISubprogram* function,
                             const std::vector<const ScriptOutcall*>& outcalls);
  void expect_calls();
  bool is_virtual_call(const ScriptOutcall& outcall);
  // Outcalls of the calls that are in the test.
  template <typename Visit>
  void for_each_answer(const Visit& visit) const {
    size_t number = 0;
    for (const ScriptCall& call : script_.calls) {
      bool is_there = !options_.left_out.contains(number) && !needless_.contains(number);
      if (is_there) for_each_outcall(call, visit);
      ++number;
    }
  }

  // --- scene_filled.cpp: stubs that write to memory they are given ---
  void note_outputs();
  bool is_own_object(const ScriptOutcall& outcall, size_t word, const std::set<uint64_t>& seen,
                     const OutsideWrite& write);
  bool is_output(const OutsideWrite& write) const;
  Text fill(const llvm::DIType* parameter, const std::string& name, uint64_t offset,
            const OutsideWrite& write);
  std::string fill_bytes(const llvm::DIType* parameter, const std::string& name, uint64_t offset,
                         const std::string& bytes);
  uint64_t counted_bytes(const llvm::DISubprogram* function, const llvm::DIType* parameter,
                         const ScriptOutcall& outcall);
  Text fill_all(const llvm::DISubprogram* function, const ScriptOutcall& outcall,
                const std::vector<std::string>& names);
  Result<std::vector<std::string>> names_of_filled(
      const llvm::DISubprogram* function, const std::vector<const ScriptOutcall*>& outcalls);
  Text filling_body(const llvm::DISubprogram* function,
                    const std::vector<const ScriptOutcall*>& outcalls,
                    std::vector<std::string>* names);

  const Script& script_;
  DebugTypes* types_;
  const SceneOptions& options_;
  Spelling spelling_;
  TestScene scene_;
  MemoryView memory_;
  Constants constants_;
  uint64_t reported_;  // address that AddressSanitizer reports; 0: it does not
  std::vector<SceneObject> objects_;
  // What a call returned in registers, if it has a pointer to what the inside made.
  struct ReturnedValue {
    std::vector<ScriptWord> words;
    std::string name;
  };
  std::vector<ReturnedValue> returned_values_;
  std::set<std::string> names_;
  std::set<std::string> owners_;                            // variables that are smart pointers
  std::map<uint64_t, uint64_t> inside_blocks_;              // size by address
  std::map<const OutsideWrite*, Output> outputs_;           // to memory that a call was given
  std::vector<std::set<uint64_t>> uses_;                    // addresses that calls name, by call
  std::map<uint64_t, std::string> stub_classes_;            // by address of the object
  std::map<std::string, std::string> stub_functions_;       // by linkage name
  std::vector<std::pair<std::string, std::string>> sinks_;  // declaration, and what it has got
  struct AskedCounts {
    std::string declaration, calls, surprises;
    uint64_t count;
  };
  std::vector<AskedCounts> asked_;
  std::vector<CallShape> shapes_;                // by call
  std::map<uint64_t, uint64_t> spoilt_;          // what calls left out made or changed: size
  const ScriptCall* call_ = nullptr;             // that is being written
  std::set<uint64_t> given_;                     // its words
  std::set<size_t> needless_;                    // calls that nothing expected depends on
  size_t written_ = 0;                           // calls
  std::set<size_t> done_;                        // destructors that need no statement
  std::map<size_t, std::string> stub_problems_;  // by call, of a regression test
  uint64_t next_scratch_ = 0x100;
  int depth_ = 0;  // of objects that others point to
};

}  // namespace cutaway
