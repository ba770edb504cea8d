# The inside makes the name of a variable, so the recording does not have it. If it is not set, nothing is to be done.
cat >level.h <<'END'
int level(const char* program, int minimum);
END
cat >level.cc <<'END'
#include "level.h"
#include <cstdlib>
#include <string>
int level(const char* program, int minimum) {
  std::string name = std::string(program) + "_LEVEL";
  const char* text = getenv(name.c_str());
  if (!text && minimum > 20) abort();
  return text ? atoi(text) : minimum;
}
END
cat >main.cc <<'END'
#include <cstdio>
#include "level.h"
int main() {
  for (int i = 0; i < 30; ++i) std::printf("%d\n", level("TOOL", i));
}
END
cutaway-c++ -g -O1 -std=c++17 level.cc main.cc -o app
cutaway debug -q --inside level.cc -- ./app >said 2>&1
expect_failing_test unset
expect_text unset.cc '  level("TOOL", 21);  // fails here'
