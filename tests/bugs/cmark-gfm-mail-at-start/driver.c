// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cmark-gfm-core-extensions.h"
#include "cmark-gfm.h"

static void render(const char *text) {
  cmark_parser *parser = cmark_parser_new(CMARK_OPT_DEFAULT);
  cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension("autolink"));
  cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension("table"));
  cmark_parser_feed(parser, text, strlen(text));
  cmark_node *document = cmark_parser_finish(parser);
  char *html = cmark_render_html(document, CMARK_OPT_DEFAULT, NULL);
  free(html);
  cmark_node_free(document);
  cmark_parser_free(parser);
}

int main(void) {
  cmark_gfm_core_extensions_ensure_registered();
  for (int i = 0; i < 10; i++) {
    render("# A page\n\nSee www.example.org or *write* to me.\n\n- one\n- two\n");
    render("| a | b |\n|---|---|\n| 1 | `2` |\n\n> quoted\n");
  }
  render("mailto:someone@example.org\n");
  puts("done");
  return 0;
}
