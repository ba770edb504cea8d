// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <string.h>
#include <yajl/yajl_gen.h>
#include <yajl/yajl_tree.h>

static int read_setting(const char *text, const char *name) {
  const char *path[] = {"settings", name, NULL};
  char problem[128];
  yajl_val root = yajl_tree_parse(text, problem, sizeof problem);
  yajl_val found = root ? yajl_tree_get(root, path, yajl_t_any) : NULL;
  int is_there = found != NULL;
  yajl_tree_free(root);
  return is_there;
}

static void write_numbers(int count) {
  yajl_gen gen = yajl_gen_alloc(NULL);
  yajl_gen_array_open(gen);
  for (int i = 0; i < count; i++) yajl_gen_integer(gen, i);
  yajl_gen_array_close(gen);
  yajl_gen_free(gen);
}

int main(void) {
  for (int i = 0; i < 30; i++) {
    if (!read_setting("{\"settings\": {\"name\": \"a \\u00e9 \\ud83d\\ude00\", \"size\": [1, 2.5e3]}}", "name")) return 2;
    if (read_setting("{\"settings\": {}}", "name")) return 2;
    write_numbers(i);
  }
  read_setting("{\"settings\": {\"path\": \"\\ud800\\\\home\"}}", "path");
  puts("done");
  return 0;
}
