// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A woven plugin, loaded, called, closed and loaded again by a plain program.
// inside: plugin.c
// library: plugin plugin.c
// libs: -rdynamic -ldl
// record: --dlopen
// min-incalls: 6
#include <dlfcn.h>
#include <stdio.h>

int host_service(int v) { return v * 3; }

static int run(const char* path) {
  void* handle = dlopen(path, RTLD_NOW);
  if (!handle) {
    fprintf(stderr, "%s\n", dlerror());
    return -1;
  }
  int (*start)(int) = (int (*)(int))dlsym(handle, "plugin_start");
  int (*step)(int) = (int (*)(int))dlsym(handle, "plugin_step");
  int result = start(5);
  for (int i = 0; i < 3; ++i) result = result * 7 + step(i);
  dlclose(handle);
  return result;
}

int main(int argc, char** argv) {
  char path[4096];
  const char* slash = argv[0];
  for (const char* p = argv[0]; *p; ++p)
    if (*p == '/') slash = p + 1;
  snprintf(path, sizeof path, "%.*splugin.so", (int)(slash - argv[0]), argv[0]);
  printf("%d\n", run(path));
  printf("%d\n", run(path));
  return argc - 1;
}
