// The inside. It asks the outside for a name and says whether it is woven and recorded.
#include <cutaway/cutaway.h>

#include <string>

std::string ask_name();

std::string make_greeting(int repeats) {
  std::string text;
  for (int i = 0; i < repeats; ++i) text += "hello, " + ask_name() + "; ";
  text += CUTAWAY_WOVEN ? "woven" : "plain";
  text += cutaway_is_recording() ? ", recorded" : ", not recorded";
  return text;
}
