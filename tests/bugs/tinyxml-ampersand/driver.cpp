// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>

#include "tinyxml.h"

static void print_note(const char* text) {
  TiXmlDocument document;
  TiXmlElement* note = new TiXmlElement("note");
  note->SetAttribute("kind", "plain");
  note->LinkEndChild(new TiXmlText(text));
  document.LinkEndChild(note);
  document.Print(stdout);
}

int main() {
  for (int i = 0; i < 20; ++i) {
    print_note("nothing special");
    print_note("salt & pepper, 3 < 4, \"so\"");
  }
  print_note("colour &#x of it");
}
