// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads some stock lists, then the document on the command line, tidies it up and prints it.
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "document.h"
#include "scanner.h"

namespace {

std::string stock_list(int number) {
  std::string text = "<?xml version='1.0'?>\n<!DOCTYPE stock [ <!ENTITY shop \"No. ";
  text += std::to_string(number) + "\"> ]>\n<stock shop=\"&shop;\">\n";
  for (int i = 0; i < 12; ++i) {
    const std::string article = std::to_string(100 * number + i);
    text += "  <article id='" + article + "'" + (i == 3 ? " obsolete='yes'" : "") + ">";
    text += i % 4 == 0 ? "<![CDATA[a < b]]>" : "nuts &amp; bolts";
    text += "</article> <!-- " + article + " -->\n";
  }
  return text + "</stock>\n";
}

void load_stock_lists(int count) {
  nano::Document document;
  size_t characters = 0;
  int dropped = 0;
  for (int i = 1; i <= count; ++i) {
    document.load(stock_list(i));
    dropped += document.drop_obsolete();
    characters += document.write().size();
  }
  std::cout << count << " stock lists, " << characters << " characters, " << dropped
            << " articles dropped\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: xml_parser FILE\n";
    return 2;
  }
  load_stock_lists(20);
  std::ifstream file(argv[1]);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  nano::Document document;
  try {
    document.load(text);
  } catch (const nano::ParseError& error) {
    std::cerr << argv[1] << ": " << error.what() << "\n";
    return 1;
  }
  document.drop_obsolete();
  std::cout << document.write();
  return 0;
}
