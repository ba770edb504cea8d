// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads COUNT XML documents of about 64 KiB, sums their orders up, marks the large ones and prints
// the document.
#include <tinyxml2.h>

#include "xml_source.h"

static double sum_up(tinyxml2::XMLDocument& document) {
  double sum = 0;
  for (tinyxml2::XMLElement* order = document.RootElement()->FirstChildElement("order");
       order != nullptr; order = order->NextSiblingElement("order")) {
    double total = order->DoubleAttribute("total");
    for (tinyxml2::XMLElement* line = order->FirstChildElement("line"); line != nullptr;
         line = line->NextSiblingElement("line")) {
      sum += total * line->FirstChildElement("count")->IntText();
      sum += double(strlen(line->FirstChildElement("text")->GetText()));
    }
    if (total > 9000) order->SetAttribute("large", true);
  }
  return sum;
}

int main(int argc, char** argv) {
  const long count = argument_or(argc, argv, 1, 100);
  uint64_t checksum = 0;
  double sum = 0;
  for (long i = 0; i < count; i++) {
    Text text = make_xml(uint64_t(i % 8) + 1, 64 << 10);
    tinyxml2::XMLDocument document;
    if (document.Parse(text.data, text.size) != tinyxml2::XML_SUCCESS) return 1;
    sum += sum_up(document);
    tinyxml2::XMLPrinter printer;
    document.Print(&printer);
    checksum = add_to_checksum(checksum, printer.CStr(), size_t(printer.CStrSize()));
    free(text.data);
  }
  printf("%ld documents, sum %.2f, checksum %016llx\n", count, sum, (unsigned long long)checksum);
  return 0;
}
