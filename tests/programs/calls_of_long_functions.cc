// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions so long that their calls share code (pass/rules/shared_calls.h): calls of known and of
// unknown functions on both sides, with all kinds of arguments and results, that throw or do not.
// inside: in_*
// inside: Ledger
// inside: Clerk
// zoom: differs: variadic functions belong to their callers
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

struct Two {
  long a;
  double b;
};
struct Three {
  long a, b, c;
};

#define OUTSIDE __attribute__((noinline, weak))

OUTSIDE long out_sum(int count, ...) {
  va_list list;
  va_start(list, count);
  long sum = 0;
  for (int i = 0; i < count; ++i) sum += i % 2 ? (long)va_arg(list, double) : va_arg(list, long);
  va_end(list);
  return sum;
}
OUTSIDE double out_many(long a, double b, long c, long d, short e, double f, char g, long h, long i,
                        long double j, bool k) {
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * (double)j + k;
}
OUTSIDE Two out_two(long a) { return {a + 1, a * 0.5}; }
OUTSIDE Three out_three(Three value, long a) { return {value.c, value.a + a, value.b}; }
OUTSIDE unsigned char out_byte(long a) { return (unsigned char)a; }
OUTSIDE void out_throw_at(long a, long bad) {
  if (a == bad) throw std::runtime_error("at " + std::to_string(a));
}
[[noreturn]] OUTSIDE void out_fail(long a) { throw a; }
OUTSIDE long out_calls_back(long (*back)(long), long a) { return back(a) + 1; }

// Inside, but only the linker knows.
__attribute__((weak, noinline)) long in_weak_sum(int count, ...) {
  va_list list;
  va_start(list, count);
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += i % 2 ? va_arg(list, double) : (double)va_arg(list, long);
  va_end(list);
  return (long)(sum * 4);
}
__attribute__((weak, noinline)) Three in_weak_three(const Three& value, long a) {
  if (a == 77) throw std::logic_error("77");
  return {value.b, value.c, value.a + a};
}
__attribute__((noinline)) long in_back(long a) { return a < 3 ? a : in_back(a - 2) + out_byte(a); }

long (*volatile unknown_inside)(long) = in_back;
unsigned char (*volatile unknown_outside)(long) = out_byte;

class Clerk {
 public:
  virtual ~Clerk() = default;
  __attribute__((noinline)) virtual long add(long a, double b) {
    sum_ += a + (long)b;
    out_throw_at(sum_, 1'000'003);
    return sum_;
  }
  __attribute__((noinline)) Two both(long a) { return {sum_ + a, (double)out_byte(sum_)}; }

 private:
  long sum_ = 0;
};

class OutsideClerk : public Clerk {
 public:
  long add(long a, double b) override { return Clerk::add(a, b + 1) + 5; }
};

class Ledger {
 public:
  explicit Ledger(Clerk& clerk) : clerk_(clerk) {}
  long all_of_it(long seed);

 private:
  Clerk& clerk_;
};

#define STEP(n)                                                                                   \
  try {                                                                                           \
    std::string text = "step " #n " ";                                                            \
    long unset;                                                                                   \
    if (a > 1'000'000'000'000) unset = a;                                                         \
    a += out_sum(4, a, 2.5 + n, a + 1, (double)a);                                                \
    a += in_weak_sum(3, a, 1.25 * n, a ^ 5L);                                                     \
    a += (long)out_many(a, (double)a, n, a + n, (short)a, 0.5 * n, (char)a, a, n, (long double)a, \
                        a & 1);                                                                   \
    Two two = out_two(a);                                                                         \
    three = out_three(three, two.a + (long)two.b);                                                \
    three = in_weak_three(three, n * 11);                                                         \
    a ^= out_byte(a) + unknown_outside(a + n) + unknown_inside(a & 15);                           \
    a += out_calls_back(in_back, a & 7) + clerk_.add(n, (double)a);                               \
    two = clerk_.both(a);                                                                         \
    a = (a + two.a + (long)two.b + three.a) % 10'007;                                             \
    std::snprintf(buffer, sizeof buffer, "%ld %s %.2f", a, text.c_str(), (double)three.c);        \
    a += std::strtol(buffer, nullptr, 10);                                                        \
    if (a > 1'000'000'000'000) a += out_byte(unset);                                              \
    out_throw_at(n, 3);                                                                           \
    if (n == 5) out_fail(a);                                                                      \
  } catch (const std::exception& error) {                                                         \
    a += error.what()[0];                                                                         \
  } catch (long value) {                                                                          \
    a -= value / 2;                                                                               \
  }

__attribute__((noinline)) long Ledger::all_of_it(long seed) {
  long a = seed;
  Three three = {1, 2, 3};
  char buffer[64];
  STEP(1)
      STEP(2) STEP(3) STEP(4) STEP(5) STEP(6) STEP(7) STEP(8) STEP(9) STEP(10) STEP(11) STEP(12)
          STEP(13) STEP(14) STEP(15) STEP(16) STEP(17) STEP(18) STEP(19) STEP(20)
              STEP(21) return a +
      buffer[0] + three.b;
}

int main() {
  Clerk clerk;
  OutsideClerk outside_clerk;
  long sum = 0;
  for (long i = 0; i < 5; ++i) {
    Ledger ledger(i % 2 ? clerk : outside_clerk);
    sum += ledger.all_of_it(i);
    std::printf("%ld\n", sum);
  }
}
