// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>

#include "tinyxml.h"

static int count_books(const char* text) {
  TiXmlDocument document;
  document.Parse(text);
  int count = 0;
  const TiXmlElement* root = document.RootElement();
  for (const TiXmlElement* book = root ? root->FirstChildElement("book") : nullptr; book; book = book->NextSiblingElement("book")) {
    if (book->Attribute("id")) ++count;
  }
  return count;
}

int main() {
  for (int i = 0; i < 40; ++i) {
    if (count_books("<?xml version=\"1.0\"?><shelf><book id='1'/><book id='2'>text</book></shelf>") != 2) return 2;
    count_books("<shelf><book id='1'></shelf>");
  }
  count_books("<?xml version='1.0' ");
  std::puts("done");
}
