// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Built with AddressSanitizer. The last call, chosen by the argument, is the one that it reports; some call
// before it makes it wrong, and many others are harmless.
#include <cstring>
#include <stdexcept>

class Table {
 public:
  Table() : cells_(nullptr), size_(0), width_(4) {}
  void resize(int size);
  void put(int index, int value);
  int get(int index) const;
  void release();
  void set_width(int width);
  int draw(int value) const;
  void name(const char* text);
  void count(int index);
  void shift(int count);
  void lend(int** cell);
  void refuse(int index);

 private:
  int* cells_;
  int size_;
  int width_;
};

static int g_counts[6];

void Table::resize(int size) {
  int* cells = new int[size];
  for (int i = 0; i < size; i++) cells[i] = i < size_ ? cells_[i] : 0;
  delete[] cells_;
  cells_ = cells;
  size_ = size;
}

void Table::put(int index, int value) { cells_[index] = value; }
int Table::get(int index) const { return cells_[index]; }
void Table::release() { delete[] cells_; }
void Table::set_width(int width) { width_ = width; }

int Table::draw(int value) const {
  char line[12];
  for (int i = 0; i < width_; i++) line[i] = static_cast<char>('0' + value % 10);
  int sum = 0;
  for (char c : line) sum += c;
  return sum;
}

void Table::name(const char* text) { std::strcpy(reinterpret_cast<char*>(cells_), text); }
void Table::count(int index) { g_counts[index]++; }

void Table::shift(int count) {
  std::memmove(cells_, cells_ + 1, static_cast<std::size_t>(count) * sizeof(int));
}

void Table::refuse(int index) {
  char line[20];
  std::memset(line, index, sizeof(line));
  if (line[index % 20] == index) throw std::out_of_range("index");
}

int main(int argc, char** argv) {
  const char* kind = argc > 1 ? argv[1] : "";
  Table other, table;
  other.resize(8);
  int sum = 0;
  for (int round = 1; round < 30; round++) {
    table.resize(round);
    table.put(round - 1, round);
    other.put(round % 8, round);
    table.set_width(round % 13);
    sum += table.get(round / 2) + table.draw(round);
    table.count(round % 6);
    table.shift(round / 2);
    try {
      other.refuse(round);
    } catch (const std::out_of_range&) {
      sum++;
    }
  }
  other.name("short");
  table.resize(5);
  if (!std::strcmp(kind, "heap")) table.put(5, 1);
  if (!std::strcmp(kind, "text")) table.name("a text that is too long");
  if (!std::strcmp(kind, "freed")) {
    table.release();
    other.put(1, 1);
    sum += table.get(2);
  }
  if (!std::strcmp(kind, "twice")) {
    table.release();
    other.put(1, 1);
    table.release();
  }
  if (!std::strcmp(kind, "stack")) {
    table.set_width(13);
    sum += table.draw(7);
  }
  if (!std::strcmp(kind, "global")) table.count(6);
  if (!std::strcmp(kind, "negative")) table.shift(-1);
  table.release();
  other.release();
  return sum == 0;
}
