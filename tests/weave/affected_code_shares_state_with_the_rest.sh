# Code that is compiled again and code of the user's object are one program: statics, constructors, types, addresses.
source "$CUTAWAY_SOURCE/tests/weave/affected.inc"
cat >meter.h <<'CODE'
#pragma once
#include <string>
struct Meter {
  explicit Meter(int step) : step_(step) {}
  int next() { return value_ += step_; }
  static int scale(int v) { static int calls = 0; return v * 3 + ++calls; }
  int step_, value_ = 0;
};
inline int shared_count() { static int count = 100; return ++count; }
template <typename T> struct Box { static T last; T keep(T v) { return last = v; } };
template <typename T> T Box<T>::last = T(7);
extern std::string trace;
CODE
cat >first.cc <<'CODE'
#include "meter.h"
#include <cstdio>
#include <cstdlib>
std::string trace = "first;";
namespace {
struct Trouble { int code; };
struct Registrar { explicit Registrar(const char* n) { trace += n; trace += ';'; } ~Registrar() { std::puts(trace.c_str()); } };
Registrar registrar("registrar");
}
static int total = 5;                                    // written here and there
static thread_local int per_thread = 2;
static const int key = 1;                                // known by its address
static std::string text = std::getenv("NOW");            // initialised when the program starts
static const unsigned short code(atoi("398"));
static int twice(int v) { return v * 2; }
static int (*const table[])(int) = {twice, abs};
__attribute__((noinline)) const int* key_of_rest() { return &key; }
__attribute__((noinline)) int rest(int v) {              // never near a Meter
  if (v > 30) throw Trouble{v};
  total += v; per_thread += v; text += 'r';
  return total + per_thread + (int)text.size() + shared_count() + code;
}
__attribute__((noinline)) int (*rest_function())(int) { return twice; }
int affected(int v) {
  Meter meter(v);
  int sum = meter.next() + meter.next() + Meter::scale(v);
  total += sum; per_thread -= sum; text += 'a';
  if (rest_function() == twice && rest_function() == table[0]) sum += 1000;
  if (key_of_rest() == &key) sum += 2000;
  try { sum += rest(v * 5); } catch (const Trouble& trouble) { sum += trouble.code; }
  Box<int> box;
  return sum + total + per_thread + (int)text.size() + shared_count() + box.keep(v) + code;
}
int thrower(int v) { Meter meter(v); if (meter.next() > 2) throw Trouble{v}; return v; }
__attribute__((noinline)) int catcher(int v) { try { return thrower(v); } catch (const Trouble& trouble) { return trouble.code * 7; } }
CODE
cat >main.cc <<'CODE'
#include "meter.h"
#include <cstdio>
int affected(int); int rest(int); int catcher(int);
static int begin() { Meter meter(2); trace += "main"; return meter.next() + meter.next(); }
static int begun = begin();
int main() {
  int sum = begun;
  for (int i = 0; i < 9; i++) sum = sum * 3 + affected(i) + rest(i) + catcher(i) + Box<int>::last + shared_count();
  std::printf("%d %s\n", sum, trace.c_str());
}
CODE
for options in -O1 -O2 -O3 -Os '-O2 -ffunction-sections -fdata-sections' '-O2 -g'; do
  for unit in first main; do cutaway-c++ $options -c $unit.cc -o $unit.o; done
  cutaway-c++ $options first.o main.o -o app
  expect_no_difference --inside Meter
done
# Most of these units is constructors and what they use; of larger ones less. Those of main.cc are affected.
for unit in first main; do
  awk -v unit=$unit 'BEGIN { for (i = 0; i < 300; i++)
    printf "long %s%d(long v) { for (int i = 0; i < v; i++) v = v * %d ^ i; return v; }\n", unit, i, i + 3 }' >>$unit.cc
done
for unit in first main; do cutaway-c++ -O2 -c $unit.cc -o $unit.o; done
cutaway-c++ first.o main.o -o app
expect_no_difference --inside Meter
expect_affected 2
cat cache/objects/*/*.changes >changes
expect_text changes constructors
cutaway zoom affected.cut --force --inside Meter::next -o small.cut
cutaway replay small.cut
