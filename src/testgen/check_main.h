// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What stands in for a test framework when a generated test is checked: it runs the one test of the
// file and tells how that ended, and where. Compiled in a tenth of the time of the real ones.
#pragma once

namespace cutaway {

constexpr const char* k_check_main = R"cpp(
#pragma once
#include <cxxabi.h>
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>
#include <unistd.h>
#include <exception>
#include <initializer_list>
#include <typeinfo>

  extern "C" char __ehdr_start;

  namespace cutaway_check {

  static int report_fd = -1;
  static void* thrown_at[64];
  static int thrown_depth = 0;

  inline void tell(const char* text) { (void)!write(report_fd, text, __builtin_strlen(text)); }

  inline bool expect(bool is_so, int line) {
    if (is_so) return true;
    char text[40];
    snprintf(text, sizeof text, "differs %d\n", line);
    tell(text);
    return false;
  }
  inline void expect_text(const char* actual, const char* expected, int line) {
    expect(actual != nullptr && __builtin_strcmp(actual, expected) == 0, line);
  }

  // A text that the test is going to expect.
  inline void learn(const char* text, size_t size) {
    tell("learned ");
    for (size_t i = 0; i < size; ++i) {
      char digits[3];
      snprintf(digits, sizeof digits, "%02x", static_cast<unsigned char>(text[i]));
      tell(digits);
    }
    tell("\n");
  }
  inline void learn(const char* text) { learn(text, text == nullptr ? 0 : __builtin_strlen(text)); }
  inline void learn(double number) {
    char text[40];
    snprintf(text, sizeof text, "%.17g", number);
    bool is_whole = __builtin_strpbrk(text, ".en") == nullptr;
    if (is_whole) __builtin_strcat(text, ".0");
    learn(text);
  }
  inline void learn(float number) {
    char text[40];
    snprintf(text, sizeof text, "%.9g", static_cast<double>(number));
    bool is_whole = __builtin_strpbrk(text, ".en") == nullptr;
    __builtin_strcat(text, is_whole ? ".0f" : "f");
    learn(text);
  }
  inline void learn(bool is_so) { learn(is_so ? "true" : "false"); }
  inline void learn(long long number) {
    char text[40];
    bool is_lowest = number < -__LONG_LONG_MAX__;
    snprintf(text, sizeof text, is_lowest ? "%lld - 1" : "%lld", is_lowest ? number + 1 : number);
    learn(text);
  }
  inline void learn(unsigned long long number) {
    char text[40];
    snprintf(text, sizeof text, "%lluu", number);
    learn(text);
  }
  inline void learn(char number) { learn(static_cast<long long>(number)); }
  inline void learn(signed char number) { learn(static_cast<long long>(number)); }
  inline void learn(unsigned char number) { learn(static_cast<long long>(number)); }
  inline void learn(short number) { learn(static_cast<long long>(number)); }
  inline void learn(unsigned short number) { learn(static_cast<long long>(number)); }
  inline void learn(int number) { learn(static_cast<long long>(number)); }
  inline void learn(unsigned number) { learn(static_cast<unsigned long long>(number)); }
  inline void learn(long number) { learn(static_cast<long long>(number)); }
  inline void learn(unsigned long number) { learn(static_cast<unsigned long long>(number)); }
  template <typename Text>
  auto learn(const Text& text) -> decltype(text.data(), void()) {
    learn(text.data(), text.size());
  }

  // Return addresses; `fault` is that of an instruction.
  inline void tell_stack(void* const* frames, int depth, void* fault) {
    for (int i = 0; i < depth; ++i) {
      char line[40];
      char* after = (char*)frames[i] + (frames[i] == fault ? 1 : 0);
      snprintf(line, sizeof line, "%lx\n", (unsigned long)(after - &__ehdr_start));
      tell(line);
    }
  }

  inline void on_signal(int number, siginfo_t*, void* context) {
    char line[40];
    snprintf(line, sizeof line, "signal %d\n", number);
    tell(line);
    void* frames[64];
    const auto& registers = ((ucontext_t*)context)->uc_mcontext.gregs;
    void* fault = (void*)registers[REG_RIP];
    // After a call of a null pointer there is only the address to return to.
    if (fault == nullptr) tell_stack((void**)registers[REG_RSP], 1, nullptr);
    tell_stack(frames, backtrace(frames, 64), fault);
    signal(number, SIG_DFL);
    raise(number);
  }

  inline void catch_signals() {
    static char stack[1 << 16];
    stack_t other = {};
    other.ss_sp = stack;
    other.ss_size = sizeof stack;
    sigaltstack(&other, nullptr);
    struct sigaction action = {};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGALRM})
      sigaction(number, &action, nullptr);
    void* frames[1];
    backtrace(frames, 1);  // loads what it needs
  }

  inline int run(void (*body)()) {
    report_fd = open(getenv("CUTAWAY_CHECK_REPORT"), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    catch_signals();
    try {
      body();
    } catch (...) {
      tell("exception ");
      tell(abi::__cxa_current_exception_type()->name());
      tell("\n");
      tell_stack(thrown_at, thrown_depth, nullptr);
      return 1;
    }
    tell("passed\n");
    return 0;
  }

  }  // namespace cutaway_check

  extern "C" void __cxa_throw(void* object, std::type_info* type, void (*destructor)(void*)) {
    cutaway_check::thrown_depth = backtrace(cutaway_check::thrown_at, 64);
    using Throw = void (*)(void*, std::type_info*, void (*)(void*));
    reinterpret_cast<Throw>(dlsym(RTLD_NEXT, "__cxa_throw"))(object, type, destructor);
    __builtin_unreachable();
  }

  // Of units that are compiled with -fsanitize-coverage: each place is told once.
  extern "C" void __sanitizer_cov_trace_pc_guard_init(unsigned* start, unsigned* stop) {
    for (unsigned* guard = start; guard < stop; ++guard) *guard = 1;
  }
  extern "C" void __sanitizer_cov_trace_pc_guard(unsigned* guard) {
    if (*guard == 0 || cutaway_check::report_fd < 0) return;
    *guard = 0;
    char line[40];
    snprintf(line, sizeof line, "covered %lx\n",
             (unsigned long)((char*)__builtin_return_address(0) - &__ehdr_start));
    cutaway_check::tell(line);
  }

#define CUTAWAY_CHECK_TEST                                      \
    static void cutaway_check_body();                             \
    int main() { return cutaway_check::run(cutaway_check_body); } \
    static void cutaway_check_body()
#define TEST(suite, name) CUTAWAY_CHECK_TEST
#define TEST_CASE(...) CUTAWAY_CHECK_TEST
#define CUTAWAY_CHECK_RUN(statement) \
    do {                               \
      statement;                       \
    } while (0)
#define EXPECT_EXIT(statement, predicate, text) CUTAWAY_CHECK_RUN(statement)
#define EXPECT_DEATH(statement, text) CUTAWAY_CHECK_RUN(statement)
#ifdef CUTAWAY_CHECK_PASSES
#define EXPECT_THROW(statement, type)           \
    do {                                          \
      bool is_thrown = false;                     \
      try {                                       \
        statement;                                \
      } catch (const type&) {                     \
        is_thrown = true;                         \
      }                                           \
      cutaway_check::expect(is_thrown, __LINE__); \
    } while (0)
#else
#define EXPECT_THROW(statement, type) CUTAWAY_CHECK_RUN(statement)
#endif
#define CHECK_THROWS_AS(statement, type) EXPECT_THROW(statement, type)
#define EXPECT_EQ(a, b) cutaway_check::expect((a) == (b), __LINE__)
#define EXPECT_TRUE(a) EXPECT_EQ(static_cast<bool>(a), true)
#define EXPECT_FALSE(a) EXPECT_EQ(static_cast<bool>(a), false)
#define EXPECT_STREQ(a, b) cutaway_check::expect_text(a, b, __LINE__)
#define EXPECT_NE(a, b) EXPECT_EQ((a) != (b), true)
#define ASSERT_NE(a, b)                                       \
    do {                                                        \
      if (!cutaway_check::expect((a) != (b), __LINE__)) return; \
    } while (0)
#define REQUIRE(a)                                                      \
    do {                                                                  \
      if (!cutaway_check::expect(static_cast<bool>(a), __LINE__)) return; \
    } while (0)
#define CHECK(a) EXPECT_TRUE(a)
#define CHECK_FALSE(a) EXPECT_FALSE(a)
)cpp";

}  // namespace cutaway
