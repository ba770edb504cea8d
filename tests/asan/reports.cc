// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Does much that is right, then what the argument says, which AddressSanitizer reports.
#include <alloca.h>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

static volatile int g_sink;
static int g_numbers[10] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3};
static jmp_buf g_back;

// --- What is right ---------------------------------------------------------------------------------

// Thrown by the library, through frames that have arrays.
static int parse(const char* text) {
  char copy[40];
  std::strncpy(copy, text, sizeof(copy) - 1);
  copy[39] = 0;
  return std::stoi(copy);
}

static int fill(int value) {
  int cells[25];
  for (int& cell : cells) cell = value++;
  int sum = 0;
  for (int cell : cells) sum += cell;
  return sum;
}

static int compare(const void* a, const void* b) {
  char line[16];
  std::snprintf(line, sizeof(line), "%d", *static_cast<const int*>(a));
  if (std::strcmp(line, "jump") == 0) std::longjmp(g_back, 1);
  return *static_cast<const int*>(a) - *static_cast<const int*>(b);
}

static int jump(int depth) {
  char line[30];
  std::memset(line, depth, sizeof(line));
  if (depth == 0) std::longjmp(g_back, line[3] + 1);
  return jump(depth - 1) + line[depth];
}

static int variable(int count) {
  auto* cells = static_cast<char*>(alloca(count));
  std::memset(cells, 1, count);
  char array[count + 3];
  std::memcpy(array, cells, count);
  return array[count - 1];
}

static void do_right() {
  int sum = 0;
  for (const char* text : {"12", "no number", "7", ""}) {
    try {
      sum += parse(text);
    } catch (const std::invalid_argument& problem) {
      sum += fill(static_cast<int>(std::strlen(problem.what())));
    }
    sum += fill(1);
  }
  int sorted[10];
  std::memcpy(sorted, g_numbers, sizeof(sorted));
  std::qsort(sorted, 10, sizeof(int), compare);
  if (setjmp(g_back) == 0) sum += jump(4);
  sum += fill(2) + variable(sorted[3] + 9);
  std::map<std::string, std::vector<int>> words;
  for (int number : sorted) words["a word that is long enough for a block" + std::to_string(number)].push_back(number);
  for (const auto& [word, numbers] : words) sum += static_cast<int>(word.size() * numbers.size());
  std::printf("%d %d\n", sum, sorted[9]);
}

// --- What is not -----------------------------------------------------------------------------------

class Wrong {
 public:
  explicit Wrong(const char* kind) : kind_(kind) {}
  void run(int ten);

 private:
  bool is(const char* kind) const { return kind_ == kind; }
  void use_stack(int ten);
  void use_heap(int ten);
  std::string kind_;
};

__attribute__((noinline)) static void write(int* cells, int index) { cells[index] = index; }

__attribute__((noinline)) static void lose(int count) {
  g_sink = *static_cast<int*>(std::calloc(count, 4));
}

// No copy of a pointer is left in a frame that has ended.
__attribute__((noinline)) static void wipe() {
  volatile char bytes[16 << 10];
  for (volatile char& byte : bytes) byte = 0;
}

void Wrong::use_stack(int ten) {
  int cells[10];
  write(cells, is("stack") ? ten : 0);
  if (is("under")) write(cells, ten - 11);
  int* outlived = cells;
  for (int i = 0; i < 2; i++) {
    int inner[4] = {i, i, i, i};
    if (i == 0 && is("scope")) outlived = inner;
    g_sink = inner[i];
  }
  write(outlived, 1);
  if (is("variable")) {
    char array[ten];
    std::memset(array, 0, ten);
    array[ten + 2] = 1;
    g_sink = array[2];
  }
}

void Wrong::use_heap(int ten) {
  int* cells = static_cast<int*>(std::malloc(40));
  if (is("heap")) write(cells, ten);
  if (is("copy")) std::memcpy(cells, g_numbers + 1, 4 * ten + 1 - 1 + (ten - 9) * 4);
  if (is("overlap")) std::memcpy(cells, cells + 1, 3 * ten);
  if (is("text")) std::strcpy(reinterpret_cast<char*>(cells), std::string(4 * ten, 'x').c_str());
  if (is("length")) {
    std::memset(cells, 1, 40);
    g_sink = static_cast<int>(std::strlen(reinterpret_cast<char*>(cells)));
  }
  if (is("negative")) std::memmove(cells, cells + 1, static_cast<std::size_t>(ten - 11));
  if (is("huge")) std::memset(cells, 0, static_cast<std::size_t>(ten) << 59);
  if (is("middle")) std::free(cells + 1);
  if (is("other")) delete[] cells;
  std::free(cells);
  if (is("freed")) g_sink = cells[ten - 7];
  if (is("twice")) std::free(cells);
  if (is("printed")) std::printf("%s\n", reinterpret_cast<char*>(cells));
}

void Wrong::run(int ten) {
  use_stack(ten);
  use_heap(ten);
  if (is("global")) write(g_numbers, ten);
  if (is("null")) write(nullptr, ten);
  if (is("leak")) {
    lose(ten);
    wipe();
  }
  if (is("exit")) {
    std::string kept(100, 'k');
    std::exit(static_cast<int>(kept.size()) - 97);
  }
}

int main(int argc, char** argv) {
  do_right();
  Wrong wrong(argc > 1 ? argv[1] : "");
  wrong.run(argc + 8);
  std::puts("the end");
  return 0;
}
