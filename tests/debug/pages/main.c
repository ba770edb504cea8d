// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "page.h"

#include <stdio.h>

int main(void) {
  register_styles();
  for (int i = 1; i < 30; ++i) {
    struct page* page = new_page(80 * i);
    set_style(page, find_style("wide"));
    if (columns(page) != 20 * i) return 1;
  }
  char name[16];
  snprintf(name, sizeof name, "nar%s", "row");
  struct page* page = new_page(72);
  set_style(page, find_style(name));
  printf("%d\n", columns(page));
  return 0;
}
