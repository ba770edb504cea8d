// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>

#include "tinyxml.h"

static bool is_well_formed(const char* text) {
  TiXmlDocument document;
  document.Parse(text, nullptr, TIXML_ENCODING_UTF8);
  return !document.Error();
}

int main() {
  for (int i = 0; i < 40; ++i) {
    if (!is_well_formed("<menu><dish price='3'>soup</dish><!-- none --><dish>\xc3\xa9t\xc3\xa9</dish></menu>")) return 2;
    if (is_well_formed("<menu><dish></menu>")) return 2;
  }
  is_well_formed("<menu \xef!");
  std::puts("done");
}
