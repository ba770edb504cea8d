// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <string.h>
#include "expat.h"

static int elements;

static void XMLCALL start(void *data, const XML_Char *name, const XML_Char **attributes) {
  (void)data;
  (void)name;
  (void)attributes;
  elements++;
}

static void read_page(const char *text) {
  XML_Parser parser = XML_ParserCreate(NULL);
  XML_SetElementHandler(parser, start, NULL);
  XML_Parse(parser, text, (int)strlen(text), XML_TRUE);
  XML_ParserFree(parser);
}

int main(void) {
  for (int i = 0; i < 30; i++) {
    read_page("<shelf><book id='1'>one &amp; two</book><book/></shelf>");
    read_page("<?xml version='1.0'?><!DOCTYPE a [<!ENTITY e 'text'>]><a>&e;</a>");
    read_page("<broken><a></broken>");
  }
  XML_Parser parser = XML_ParserCreate("UTF-8");
  XML_SetElementHandler(parser, start, NULL);
  memcpy(XML_GetBuffer(parser, 64), "<page><title>", 13);
  XML_ParseBuffer(parser, 13, XML_FALSE);
  XML_GetBuffer(parser, 64);
  XML_ParseBuffer(parser, -400, XML_FALSE);  // as from a read() that failed
  XML_GetBuffer(parser, 4000);
  XML_ParserFree(parser);
  puts("done");
  return 0;
}
