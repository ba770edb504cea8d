# What a run read from a file or a stream is part of the test; static initialisers run by themselves; a null pointer may be called.
cat >reader.h <<'END'
#include <istream>
#include <string>
int load(const char* name);
int load_by_descriptor(const char* name);
int load_by_parts(const char* name);
int parse(std::istream& in);
struct Handlers { void (*done)(int); };
void finish(const Handlers& handlers, int status);
END
cat >reader.cc <<'END'
#include "reader.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <vector>
static std::vector<int> limits = {1, 2, 3};
static int check(const std::string& text) {
  int depth = 0;
  for (char c : text) {
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (depth < 0 || depth > limits.at(2)) abort();
  }
  return depth;
}
int load(const char* name) {
  FILE* file = fopen(name, "rb");
  if (!file) return -1;
  fseek(file, 0, SEEK_END);
  std::string text(ftell(file), ' ');
  fseek(file, 0, SEEK_SET);
  size_t size = fread(text.data(), 1, text.size(), file);
  fclose(file);
  return check(text.substr(0, size));
}
int load_by_descriptor(const char* name) {
  int file = open(name, O_RDONLY);
  if (file < 0) return -1;
  struct stat about;
  fstat(file, &about);
  std::string text(about.st_size, ' ');
  lseek(file, 1, SEEK_SET);
  ssize_t size = read(file, text.data() + 1, text.size() - 1);
  pread(file, text.data(), 1, 0);
  close(file);
  return check(text.substr(0, size + 1));
}
int load_by_parts(const char* name) {
  static char part[8];
  FILE* file = fopen(name, "rb");
  std::string text;
  for (size_t size; (size = fread(part, 1, sizeof(part), file)) > 0;) text.append(part, size);
  fclose(file);
  return check(text);
}
int parse(std::istream& in) {
  std::string text;
  while (in.peek() != EOF) text += static_cast<char>(in.get());
  return check(text);
}
void finish(const Handlers& handlers, int status) {
  handlers.done(status);
  ++limits[0];
}
END
cat >main.cc <<'END'
#include <cstdio>
#include <cstring>
#include <sstream>
#include "reader.h"
static void done(int status) { std::printf("%d\n", status); }
int main(int, char** argv) {
  Handlers handlers{done};
  for (int i = 0; i < 20; ++i) {
    std::istringstream text("(a)(b(c))");
    finish(handlers, parse(text) + load("good.txt") + load_by_descriptor("good.txt"));
  }
  if (!std::strcmp(argv[1], "file")) load("texts/bad.txt");
  if (!std::strcmp(argv[1], "descriptor")) load_by_descriptor("texts/bad.txt");
  if (!std::strcmp(argv[1], "parts")) load_by_parts("texts/long.txt");
  if (!std::strcmp(argv[1], "null")) handlers.done = nullptr;
  std::istringstream text("(x))y");
  if (!std::strcmp(argv[1], "stream")) parse(text);
  finish(handlers, 0);
}
END
mkdir texts
echo -n '(())' >good.txt
echo -n 'ab)(' >texts/bad.txt
echo -n '((a)) ((b)) ((a)(((d)(((a)(((f)(((a)' >texts/long.txt
cutaway-c++ -g -O1 -std=c++17 reader.cc main.cc -o app
for what in file descriptor parts stream null; do
  rm -rf debug.cut
  cutaway debug -q --inside reader.cc -- ./app $what >said 2>&1
  expect_failing_test $what
done
expect_text file.cc 'std::ofstream("texts/bad.txt") << '
expect_text descriptor.cc 'std::ofstream("texts/bad.txt") << '
expect_text file.cc 'mkdir("texts", 0777);'
expect_text stream.cc 'std::istringstream in("(x))y");'
expect_text null.cc 'finish(Handlers{nullptr}, 0);'
test "$(cat texts/bad.txt)" = 'ab)('
