// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses COUNT XML documents of about 128 KiB, eight different ones in turn through one buffer,
// and counts the elements of each.
#include <tinyxml2.h>

#include <vector>

#include "xml_source.h"

static long count_elements(const tinyxml2::XMLElement* element) {
  long count = 0;
  for (; element != nullptr; element = element->NextSiblingElement())
    count += 1 + count_elements(element->FirstChildElement());
  return count;
}

int main(int argc, char** argv) {
  constexpr int k_documents = 8;
  const long count = argument_or(argc, argv, 1, 400);
  std::vector<Text> documents;
  for (int i = 0; i < k_documents; i++) documents.push_back(make_xml(uint64_t(i) + 1, 128 << 10));
  std::vector<char> buffer(256 << 10);
  long elements = 0;
  for (long i = 0; i < count; i++) {
    const Text& text = documents[size_t(i % k_documents)];
    memcpy(buffer.data(), text.data, text.size);
    tinyxml2::XMLDocument document;
    if (document.Parse(buffer.data(), text.size) != tinyxml2::XML_SUCCESS) return 1;
    if (i < k_documents) elements += count_elements(document.RootElement());
  }
  printf("%ld documents, %ld elements\n", count, elements);
  return 0;
}
