// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses COUNT XML documents of about 1 MiB in chunks of 64 KiB through one buffer. The handlers
// are outside: every element and text is an outcall.
#include <expat.h>

#include "xml_source.h"

enum { k_chunk = 64 << 10 };

typedef struct Totals {
  long elements;
  long attributes;
  long text_bytes;
} Totals;

static void on_start(void* user_data, const XML_Char* name, const XML_Char** attributes) {
  Totals* totals = user_data;
  totals->elements++;
  for (; *attributes != NULL; attributes += 2) totals->attributes += name[0] != 0;
}

static void on_end(void* user_data, const XML_Char* name) {
  Totals* totals = user_data;
  totals->elements += name[0] == 0;
}

static void on_text(void* user_data, const XML_Char* text, int size) {
  Totals* totals = user_data;
  totals->text_bytes += size + (text == NULL);
}

static int parse(const Text* document, Totals* totals) {
  static char chunk[k_chunk];
  XML_Parser parser = XML_ParserCreate(NULL);
  XML_SetUserData(parser, totals);
  XML_SetElementHandler(parser, on_start, on_end);
  XML_SetCharacterDataHandler(parser, on_text);
  int is_good = 1;
  for (size_t at = 0; at < document->size && is_good; at += k_chunk) {
    size_t size = document->size - at < k_chunk ? document->size - at : k_chunk;
    memcpy(chunk, document->data + at, size);
    is_good = XML_Parse(parser, chunk, (int)size, at + size == document->size) == XML_STATUS_OK;
  }
  XML_ParserFree(parser);
  return is_good;
}

int main(int argc, char** argv) {
  enum { k_documents = 4 };
  long count = argument_or(argc, argv, 1, 60);
  Text documents[k_documents];
  for (int i = 0; i < k_documents; i++) documents[i] = make_xml((uint64_t)i + 1, 1 << 20);
  Totals totals = {0};
  for (long i = 0; i < count; i++) {
    if (!parse(&documents[i % k_documents], &totals)) return 1;
  }
  printf("%ld documents, %ld elements, %ld attributes, %ld bytes of text\n", count, totals.elements,
         totals.attributes, totals.text_bytes);
  return 0;
}
