# A variant runs elsewhere, but the program sees the path and the environment that it always had.
source "$CUTAWAY_SOURCE/tests/weave/project.inc"
cat >self.c <<'CODE'
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
extern char** environ;
int main(int argc, char** argv) {
  char path[4096] = {0}, by_process[64], resolved[4096];
  printf("%zd %s\n", readlink("/proc/self/exe", path, sizeof path - 1), path);
  printf("%zd\n", readlink("/proc/self/exe", path, 3));
  sprintf(by_process, "/proc/%d/exe", (int)getpid());
  printf("%s %s\n", realpath(by_process, resolved), canonicalize_file_name("/proc/self/exe"));
  printf("%s %zd\n", argv[0], readlink("/nonexistent", path, 9));
  for (char** variable = environ; *variable; variable++)
    if (strncmp(*variable, "_=", 2) != 0) puts(*variable);
}
CODE
cutaway-cc self.c -o self
expect_recorded main ./self
expect_text recorded.out "$PWD/self"
expect_text recorded.out CUTAWAY_CACHE
LD_LIBRARY_PATH=/opt/x:/opt/y expect_recorded main ./self
cutaway-cc -shared -fPIC -x c - -o liba.so <<<'int a(void) { return 3; }'
cutaway-cc self.c -L. -Wl,--no-as-needed -la -Wl,-rpath,$PWD -o self_with_library
cutaway record -q --force -o run.cut --whole-program -- ./self_with_library >recorded.out
./self_with_library >plain.out
diff plain.out recorded.out
