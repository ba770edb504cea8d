// The outside.
#include <cstdio>
#include <cstdlib>
#include <string>

std::string make_greeting(int repeats);

std::string ask_name() {
  const char* name = std::getenv("GREETED");
  return name != nullptr ? name : "nobody";
}

int main() { std::puts(make_greeting(2).c_str()); }
