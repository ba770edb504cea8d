// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Built with AddressSanitizer. Arrays whose elements have a destructor begin with their number of elements, which is poisoned;
// that they are given back is right.
struct Book {
  ~Book() { pages = -1; }
  int pages = 0;
};

class Shelf {
 public:
  explicit Shelf(int count) : books_(new Book[count]), count_(count) {}
  ~Shelf() { delete[] books_; }
  void extend(int count);
  void put(int place, int pages);
  int pages() const;

 private:
  Book* books_;
  int count_;
};

void Shelf::extend(int count) {
  Book* books = new Book[count];
  for (int i = 0; i < count_; i++) books[i].pages = books_[i].pages;
  delete[] books_;
  books_ = books;
  count_ = count;
}

void Shelf::put(int place, int pages) { books_[place].pages = pages; }

int Shelf::pages() const {
  int sum = 0;
  for (int i = 0; i < count_; i++) sum += books_[i].pages;
  return sum;
}

int main() {
  int sum = 0;
  for (int round = 2; round < 12; round++) {
    Shelf shelf(round);
    shelf.put(1, round);
    shelf.extend(round + 3);
    shelf.put(round + 2, round);
    sum += shelf.pages();
  }
  Shelf shelf(5);
  shelf.extend(6);
  shelf.put(6, sum);
  return sum == 0;
}
