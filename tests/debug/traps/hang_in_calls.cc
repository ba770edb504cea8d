// Waits for something that never comes: by asking now and then, or by one call that does not return.
#include <unistd.h>

#include <cstdlib>
#include <cstring>

class Mailbox {
 public:
  void put(int letter) { letters_[count_++ % 16] = letter; }
  void take() { --count_; }
  // Ends when nothing is left and nobody asks for more.
  void drain(bool waits) {
    while (std::getenv("MORE") != nullptr || count_ < 0)
      if (waits) ::pause();
      else ::usleep(1000);
  }

 private:
  int letters_[16] = {};
  int count_ = 0;
};

int main(int, char** arguments) {
  Mailbox box;
  for (int i = 0; i < 60; ++i) {
    box.put(i);
    if (i % 2 == 0) box.take();
  }
  box.drain(false);
  for (int i = 0; i < 40; ++i) box.take();
  box.drain(std::strcmp(arguments[1], "waits") == 0);
  return 0;
}
