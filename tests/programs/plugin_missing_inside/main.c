// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plugin without inside code is outside, although it was built with the driver.
// inside: in_*
// library: plugin plugin.c
// libs: -rdynamic -ldl
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int in_twice(int (*f)(int), int v) { return f(f(v)); }

int main(int argc, char** argv) {
  char path[4096];
  const char* slash = strrchr(argv[0], '/');
  snprintf(path, sizeof path, "%.*s/plugin.so", (int)(slash - argv[0]), argv[0]);
  void* handle = dlopen(path, RTLD_NOW);
  if (!handle) return 2;
  int (*add)(int) = (int (*)(int))dlsym(handle, "plugin_add");
  printf("%d\n", in_twice(add, argc));
  return 0;
}
