# Bodies of std::string's members come for the inside alone; outside code of the same file links as before.
source "$CUTAWAY_SOURCE/tests/weave/project.inc"
cat >copy.cc <<'CODE'
#include <cstdio>
#include <string>
#include <vector>
struct Names {
  std::vector<std::string> all;
  void add(const std::string& name);
  std::string first() const;
};
__attribute__((noinline)) void Names::add(const std::string& name) { all.push_back(name); }
__attribute__((noinline)) std::string Names::first() const { return all.front(); }
struct Other {
  std::string text;
  std::wstring wide;
};
int main(int argc, char** argv) {
  Names names;
  for (int i = 0; i < argc; i++) names.add(argv[i] + 1);
  Other a{names.first(), L"wide and long enough for the heap"}, b = a, c = std::move(a);
  b.text.insert(1, c.text).append(b.text).replace(0, 1, "x").erase(2, 1).resize(40, '.');
  b.wide.assign(c.wide).push_back(L'!');
  std::printf("%s %zu %d\n", b.text.substr(2).c_str(), b.wide.find(L"heap"), b.text < c.text);
}
CODE
for level in 0 1 2; do
  for standard in 11 17 20; do
    cutaway-c++ -O$level -std=c++$standard copy.cc -o copy
    expect_recorded Names ./copy one two
    expect_recorded main ./copy one two
    expect_no_text events 'basic_string<char, std::char_traits<char>, std::allocator<char>>::insert'
  done
done
