# Variables of the outside that have initialisers, unions that hold numbers, texts of which only the characters are read, and
# a local function of the outside that nobody calls any more: all of it is source. UBSan's reports and CUTAWAY_FAIL, too.
header=$(dirname "$(dirname "$(command -v cutaway)")")/include

# build_and_run DEFINITION: with the command in the test's header.
build_and_run() {
  (cd tests && eval "$(sed -n 's|^//   ||p' ./*_test.cc | sed -E "s/^(g\+\+|gcc) /\1 -Wall -Wextra -Werror $1 /")")
  (cd tests && ./*_test) >out 2>&1
}

# check WHAT...: a standalone test of ./app that holds these texts, fails, and passes with -DMENDED.
check() {
  rm -rf tests
  cutaway debug -q --force --testgen tests -- ./app >said 2>&1
  expect_text said 'fails as recorded'
  expect_text tests/*_test.cc 'Standalone test'
  for text in "$@"; do expect_text tests/*_test.cc "$text"; done
  build_and_run '' && fail "the test passes: $(cat tests/*_test.cc)"
  build_and_run -DMENDED || fail "the test fails on mended code: $(cat out)"
}

mkdir series && cd series
cat >stat.h <<'E'
typedef struct { int n; int values[16]; char label[12]; } series_t;
typedef enum { MEAN = 1, TRIMMED = 4 } kind_t;
struct reader { int (*next)(void *); };
struct item { char name[8]; union { long number; const char *text; struct { unsigned char r, g; } colour; } value; };
int average(const series_t *s, kind_t kind);
int read_all(const struct reader *reader, int count);
int sum(const struct item *item);
E
cat >stat.c <<'E'
#include "stat.h"
int average(const series_t *s, kind_t kind) {
  int sum = 0;
  for (int i = 0; i < s->n; i++) sum += s->values[i];
#ifdef MENDED
  if (s->n <= 2) return 0;
#endif
  return kind == TRIMMED ? sum / (s->n - 2) : sum / s->n;
}
int read_all(const struct reader *reader, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++) sum += reader->next(0);
#ifdef MENDED
  if (sum == 9) return 0;
#endif
  return 100 / (sum - 9);
}
int sum(const struct item *item) {
#ifdef MENDED
  if (item->value.colour.r == 3) return 0;
#endif
  return 7 / (item->value.colour.r - 3);
}
E
cat >main.c <<'E'
#include "stat.h"
static series_t all[3] = {{3, {4, 5, 6}, "first"}, {5, {1, 2, 3, 4, 5}, "second"}, {2, {7, 9}, "third"}};
static int three(void *unused) { return unused ? 0 : 3; }
static const struct reader threes = {three};
int main(void) {
  int s = 0;
#if PART == 1
  for (int i = 0; i < 3; i++) s += average(&all[i], MEAN) + average(&all[i], TRIMMED);
#elif PART == 2
  for (int i = 0; i < 4; i++) s += read_all(&threes, i);
#else
  for (int i = 0; i < 5; i++) {
    struct item item = {"x", {.colour = {i, 2}}};
    s += sum(&item);
  }
#endif
  return s + all[0].n + threes.next(&s);
}
E
cutaway-cc -g -O1 -DPART=1 main.c stat.c -o app
check 'series_t s{2, {7, 9}' TRIMMED
cutaway-cc -g -O1 -DPART=2 main.c stat.c -o app
check 'read_all(&'
cutaway-cc -g -O1 -DPART=3 main.c stat.c -o app
check '{3}'
cd ..

mkdir lexer && cd lexer
cat >lexer.h <<'E'
#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>
class Lexer {
 public:
  int count(const std::string& text);
};
class Bus {
 public:
  void subscribe(const std::string& topic, std::function<int(const std::string&)> handler);
  int publish(const std::string& topic, const std::string& text);
 private:
  std::map<std::string, std::vector<std::function<int(const std::string&)>>> handlers_;
};
int scaled(int number, int factor);
void withdraw(int amount);
E
cat >lexer.cc <<'E'
#include "lexer.h"
#include <cutaway/cutaway.h>
int Lexer::count(const std::string& text) {
  int depth = 0, count = 0;
  for (const char* at = text.c_str(); *at; ++at) {
    if (*at == '(') ++depth, ++count;
    if (*at == ')') --depth;
#ifdef MENDED
    if (depth < 0) return -1;
#endif
    if (depth < 0) abort();
  }
  return count;
}
void Bus::subscribe(const std::string& topic, std::function<int(const std::string&)> handler) {
  handlers_[topic].push_back(std::move(handler));
}
int Bus::publish(const std::string& topic, const std::string& text) {
  int sum = 0;
  for (auto& handler : handlers_[topic]) sum += handler(text);
#ifdef MENDED
  if (sum == 0) return 0;
#endif
  return 100 / sum;
}
int scaled(int number, int factor) {
#ifdef MENDED
  if (factor > 1000) return 0;
#endif
  return number * factor;
}
void withdraw(int amount) {
  static int balance = 100;
#ifdef MENDED
  if (amount > balance) return;
#endif
  balance -= amount;
  if (balance < 0) CUTAWAY_FAIL("negative balance");
}
E
cat >main.cc <<'E'
#include "lexer.h"
int main() {
  int s = 0;
#if PART == 1
  Lexer lexer;
  for (const char* text : {"()", "(())", "f(a, g(b)) + h(c))"}) s += lexer.count(text);
#elif PART == 2
  Bus bus;
  int base = 2;
  bus.subscribe("size", [&](const std::string& text) { return static_cast<int>(text.size()) - base; });
  for (const char* text : {"abc", "abcd", "ab"}) s += bus.publish("size", text);
#elif PART == 3
  for (int i = 1; i < 5; i++) s ^= scaled(1 << 20, i * i * i * i * 20);
#else
  for (int i = 0; i < 20; i++) withdraw(i);
#endif
  return s;
}
E
for part in 1 2 4; do
  cutaway-c++ -g -O1 -std=c++17 "-I$header" -DPART=$part main.cc lexer.cc -o app
  case $part in
    1) check 'lexer.count(")")' ;;
    2) check 'bus.publish("", "")' ;;
    4) check 'withdraw(' ;;
  esac
done
cutaway-c++ -g -O1 -std=c++17 -fsanitize=undefined -fno-sanitize-recover=all "-I$header" -DPART=3 main.cc lexer.cc -o app
check 'scaled('
